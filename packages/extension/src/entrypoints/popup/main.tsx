// Puts the popup on its page and connects it with the worker.

import { render } from "preact";
import { activeTab, askWorker, whenChanged } from "../../adapters/page.ts";
import { Popup } from "../../popup/popup.tsx";
import { PopupStore } from "../../popup/popup-store.ts";

const store = new PopupStore({ ask: askWorker, tab: activeTab });
const root = document.getElementById("popup");
if (root) render(<Popup store={store} />, root);
whenChanged(() => void store.refresh());
void store.refresh();
