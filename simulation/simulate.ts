import { calmDown } from "./calm.ts";
import { checkLocks } from "./checks.ts";
import { colleagueActs, fillServer } from "./colleagues.ts";
import { createDevice, type Device } from "./device.ts";
import { createModelServer, type ModelServer } from "./model-server.ts";
import { act, openTab } from "./person.ts";
import { createWorld, type World } from "./world.ts";

/** What became of a seed's world: what is wrong, if anything, and all that happened. */
type Simulated = { seed: number; problem: string | undefined; trace: readonly string[] };

/** Lets the world of a seed live through some minutes in which much goes wrong, then calms it down and looks. */
export async function simulate(seed: number): Promise<Simulated> {
  const world = createWorld(seed);
  const { random } = world;
  const server = createModelServer(world);
  fillServer(world, server);
  const users = [world.newId(), world.newId(), world.newId()].slice(0, random.integer(1, 3));
  const devices = Array.from({ length: random.integer(1, 4) }, (_, at) =>
    createDevice(`phone${at + 1}`, random.pick(users)),
  );
  const look = () => {
    for (const device of devices) checkLocks(world, device);
    return world.problem !== undefined;
  };
  const end = random.integer(20, 90) * 1_000;
  for (const device of devices) live(world, server, device, end);
  if (world.weather.colleagues) repeat(world, end, 6_000, () => colleagueActs(world, server, users));
  try {
    await world.run(end, look);
    if (!world.problem) await calmDown({ world, server, devices, look });
  } catch (error) {
    world.fail(`the simulation broke: ${error instanceof Error ? error.stack : error}`);
  }
  return { seed, problem: world.problem, trace: world.trace };
}

/** Does something again and again until `end`, on average every so many milliseconds. */
function repeat(world: World, end: number, every: number, work: () => void): void {
  const next = () =>
    world.after(world.random.integer(50, 2 * every), () => {
      if (world.now() >= end) return;
      work();
      next();
    });
  next();
}

function live(world: World, server: ModelServer, device: Device, end: number): void {
  openTab(world, server, device);
  repeat(world, end, 2_000, () => act(world, server, device));
}
