export { BrokerClient } from "./broker-client.ts";
