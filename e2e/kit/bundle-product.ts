import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleForTests } from "../../scripts/product-for-tests.ts";
import { bundleVariable } from "./product.ts";

/** Bundles the product once for all tests: each of their processes would load its 500 files one by one. */
export default async function setup() {
  const { dist, remove } = await bundleForTests({ product: "e2e/kit/serve.ts" });
  process.env[bundleVariable] = pathToFileURL(join(dist, "product.js")).href;
  return remove;
}
