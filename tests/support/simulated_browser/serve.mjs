// Passes each line of JSON on standard input to a module's default export, and prints the result as a line of JSON.
import { createInterface } from "node:readline";

const { default: answer } = await import(process.argv[2]);
for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);
