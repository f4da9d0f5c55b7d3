import { buildWhatIsNotBuilt } from "./build.ts";

await buildWhatIsNotBuilt({ always: true });
