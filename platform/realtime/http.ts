import type { Auth } from "@rounds/auth/service.ts";
import { nestsDeeper } from "@rounds/http/nesting.ts";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { isServersOwn } from "./changes/accounts.ts";
import { Bytes, maxNesting } from "./connections/frames.ts";
import type { Hub } from "./hub.ts";
import type { People, Person } from "./limits/people.ts";
import type { Broadcast } from "./several-servers/broadcasts.ts";

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

declare module "fastify" {
  interface FastifyRequest {
    /** The sender of a broadcast, with their remaining limits. */
    speaker: Person;
  }
}

/** Broadcasts over HTTP, for programs without a socket: POST /realtime/v1/api/broadcast. */
export function broadcastPlugin(
  { hub, people }: { hub: Pick<Hub, "broadcast">; people: People },
  auth: Pick<Auth, "authenticate">,
  apiKey: string | undefined,
): FastifyPluginAsync {
  return async (app) => {
    // A hook sets it before anything reads it.
    app.decorateRequest("speaker", null as never);
    app.addContentTypeParser(
      "application/octet-stream",
      { parseAs: "buffer" },
      async (_: FastifyRequest, body: Buffer) => body,
    );
    // Before the body is read: strangers may send nothing, and nobody more than on a socket.
    app.addHook("onRequest", async (request, reply) => {
      const { headers } = request;
      if (apiKey !== undefined && headers.apikey !== apiKey) return refuse(reply, 401, "Invalid API key");
      const result = await auth.authenticate(headers.authorization);
      if (!result.ok) return refuse(reply, 401, "Unauthorized");
      request.speaker = people.of(result.user.id);
      // A body of unknown length counts as the longest.
      if (!request.speaker.bytes.take(Number(headers["content-length"] ?? maxBody)))
        return refuseFlood(reply);
    });
    app.addHook("preHandler", async ({ body }, reply) => {
      if (Buffer.isBuffer(body) || !nestsDeeper(body, maxNesting)) return;
      return refuse(reply, 400, "The payload is nested too deeply");
    });

    async function broadcast({ speaker }: FastifyRequest, reply: FastifyReply, said: Broadcast[]) {
      if (said.some(({ topic }) => isServersOwn(topic))) {
        return refuse(reply, 403, "Only the server speaks on this topic");
      }
      if (!speaker.messages.take(said.length)) return refuseFlood(reply);
      for (const one of said) hub.broadcast(one);
      return reply.code(202).send();
    }

    app.post("/broadcast", { bodyLimit: maxBody }, async (request, reply) => {
      const given = messages.safeParse(request.body);
      if (!given.success) return refuse(reply, 422, "messages must hold topic, event and payload");
      const said = given.data.messages.map(({ topic, event, payload }) => ({
        topic: `realtime:${topic}`,
        event,
        payload: payload ?? {},
      }));
      return broadcast(request, reply, said);
    });

    app.post<{ Params: { topic: string; event: string } }>(
      "/broadcast/:topic/events/:event",
      { bodyLimit: maxBody },
      async (request, reply) => {
        const { params, body } = request;
        const payload = Buffer.isBuffer(body) ? new Bytes(body) : (body ?? {});
        return broadcast(request, reply, [
          { topic: `realtime:${params.topic}`, event: params.event, payload },
        ]);
      },
    );
  };
}

function refuse(reply: FastifyReply, status: number, error: string) {
  return reply.code(status).send({ error });
}

function refuseFlood(reply: FastifyReply) {
  return refuse(reply.header("retry-after", "10"), 429, "Too many messages");
}
