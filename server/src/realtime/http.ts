import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Auth } from "../auth/service.ts";
import { Bytes } from "./frames.ts";
import type { Hub } from "./hub.ts";

const messages = z.object({
  messages: z
    .array(
      z.object({
        topic: z.string().min(1).max(400),
        event: z.string().min(1).max(200),
        payload: z.unknown().optional(),
        private: z.boolean().nullish(),
      }),
    )
    .min(1)
    .max(100),
});

const maxBody = 1024 * 1024;

/** Broadcasts over HTTP, for those who have no socket: POST /realtime/v1/api/broadcast. */
export function broadcastPlugin(
  hub: Pick<Hub, "broadcast">,
  auth: Pick<Auth, "authenticate">,
  apiKey: string | undefined,
): FastifyPluginAsync {
  return async (app) => {
    app.addContentTypeParser(
      "application/octet-stream",
      { parseAs: "buffer" },
      async (_: FastifyRequest, body: Buffer) => body,
    );
    app.addHook("preHandler", async (request, reply) => {
      const refusal = await refusalOf(request);
      if (refusal) return reply.code(401).send({ error: refusal });
    });

    async function refusalOf({ headers }: FastifyRequest): Promise<string | undefined> {
      if (apiKey !== undefined && headers.apikey !== apiKey) return "Invalid API key";
      const result = await auth.authenticate(headers.authorization);
      return result.ok ? undefined : "Unauthorized";
    }

    app.post("/broadcast", { bodyLimit: maxBody }, async (request, reply) => {
      const given = messages.safeParse(request.body);
      if (!given.success)
        return reply.code(422).send({ error: "messages must hold topic, event and payload" });
      for (const { topic, event, payload } of given.data.messages) {
        hub.broadcast({ topic: `realtime:${topic}`, event, payload: payload ?? {} });
      }
      return reply.code(202).send();
    });

    app.post<{ Params: { topic: string; event: string } }>(
      "/broadcast/:topic/events/:event",
      { bodyLimit: maxBody },
      async ({ params, body }, reply) => {
        const payload = Buffer.isBuffer(body) ? new Bytes(body) : (body ?? {});
        hub.broadcast({ topic: `realtime:${params.topic}`, event: params.event, payload });
        return reply.code(202).send();
      },
    );
  };
}
