export { TestHome } from "./home.ts";
export { eras, Product, refOf, reinsBinary } from "./product.ts";
export { Site } from "./site.ts";
export { until } from "./until.ts";
