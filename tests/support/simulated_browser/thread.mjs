import { parentPort } from "node:worker_threads";
import result from "./script.mjs";

parentPort.postMessage(JSON.stringify(result));
