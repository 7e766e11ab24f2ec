// Runs a module in a thread. A thread starts faster than Node and has separate globals and modules.
import { inspect } from "node:util";
import { Worker } from "node:worker_threads";

export default ([main, execArgv]) =>
  new Promise((resolve) => {
    const worker = new Worker(main, { execArgv, stdout: true, stderr: true });
    const timeout = setTimeout(() => worker.terminate(), 120_000);
    const ran = { error: "no result" };
    worker.on("message", (result) => {
      ran.result = result;
    });
    worker.on("error", (error) => {
      ran.error = inspect(error);
    });
    worker.on("exit", (code) => {
      clearTimeout(timeout);
      resolve({ ...ran, code });
    });
  });
