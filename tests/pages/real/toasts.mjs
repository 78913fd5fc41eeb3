// Notyf: words that come and go by themselves, and one that has to be sent away.

import { Notyf } from "notyf";
import "notyf/notyf.min.css";

document.body.insertAdjacentHTML("beforeend", "<button>Save</button><button>Break</button>");
const notyf = new Notyf({ duration: 1_500 });
const [save, fail] = document.querySelectorAll("button");
save.onclick = () => notyf.success("Saved for good");
fail.onclick = () => notyf.error({ message: "It broke", duration: 0, dismissible: true });
