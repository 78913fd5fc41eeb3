export { ChromeLab } from "./chrome-lab.ts";
export { runReins, stopReins } from "./commands.ts";
export { TestHome } from "./home.ts";
export { Ledger } from "./ledger.ts";
export { listeningTcp } from "./process-table.ts";
export { eras, Product, refOf, reinsBinary } from "./product.ts";
export { Screen } from "./screen.ts";
export { Site } from "./site.ts";
export { until } from "./until.ts";
