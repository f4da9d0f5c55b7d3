import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { createJsonSchemaTransform } from "fastify-type-provider-zod";

/** Describes the API at `/api/openapi.json`, from the same schemas with which the routes check their input. */
export async function describeApi(app: FastifyInstance, product_name: string) {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: `${product_name} API`, version: "1" },
      components: {
        securitySchemes: { session: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      },
    },
    transform: createJsonSchemaTransform({
      skipList: [],
      zodToJsonConfig: { unrepresentable: "throw" },
    }),
  });
  app.get("/api/openapi.json", { schema: { hide: true } }, async () => app.swagger());
}
