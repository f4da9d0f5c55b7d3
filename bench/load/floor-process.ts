import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent } from "node:http";
import { fileURLToPath } from "node:url";
import type { ConnectionSettings } from "@rounds/database/connect.ts";
import { sender } from "../kit/client.ts";
import type { Statement } from "./capture.ts";
import type { FloorTask } from "./floor-server.ts";

/** The floor in a process of its own: the same statements, and nothing of the product around them. */
export type Floor = {
  pid: number | undefined;
  /** Requests one path as `Crowd.send` does, one request for each of its calls. */
  send(path: string): Promise<unknown>;
  stop(): Promise<void>;
};

const program = fileURLToPath(new URL("floor-server.ts", import.meta.url));

/** Starts a floor that answers each path by these statements. */
export async function startFloor(
  settings: ConnectionSettings,
  answers: Record<string, readonly Statement[]>,
): Promise<Floor> {
  const child = fork(program, { execArgv: ["--import", "tsx"], stdio: "inherit" });
  const { Client: _, ...plain } = settings;
  const task: FloorTask = { settings: plain, answers };
  child.send(task);
  const [port] = (await once(child, "message")) as [number];
  const agent = new Agent({ keepAlive: true });
  const send = sender(port, agent, undefined);
  return {
    pid: child.pid,
    async send(path) {
      const { status, body } = await send("GET", path, { token: "none" });
      if (status !== 200) throw new Error(`The floor answered ${status}: ${body.toString()}`);
    },
    async stop() {
      agent.destroy();
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}
