import type { FastifyCompressRouteOptions } from "@fastify/compress";
import type { Database } from "@rounds/database/connect.ts";
import type { Parts } from "@rounds/database/replica/reads.ts";
import { untilRead } from "@rounds/database/transaction.ts";
import type { Route, RouteShape } from "@rounds/domain/contract/route.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import type { Bodies } from "@rounds/http/bodies.ts";
import { signalOfClient } from "@rounds/http/client-left.ts";
import type { Download, Downloads, FilePart } from "@rounds/http/download.ts";
import type { Limit } from "@rounds/http/limit.ts";
import type { Shares } from "@rounds/http/shares.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Context, View } from "./context.ts";
import type { Guard } from "./guard.ts";

type Schemas = {
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  response: z.ZodType;
};
type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type Input<S extends Schemas> = {
  params: Parsed<S["params"]>;
  query: Parsed<S["query"]>;
  body: Parsed<S["body"]>;
};

/** The schemas of a route with the handler that answers it. */
export type Endpoint<Params, Query, Body, Response> = {
  schemas: Schemas;
  /** The media types that the answer may have, if it is a file. */
  media_types?: readonly string[];
  /** How the answer is compressed, if not like others. */
  compress?: FastifyCompressRouteOptions["compress"];
  run: (
    input: { params: unknown; query: unknown; body: unknown },
    context: Context,
  ) => Promise<Response | Download>;
  /** Never set: the input's type, for the type checker. */
  takes?: { params: Params; query: Query; body: Body };
};

/** Connects schemas and handler; the handler gets its parsed input. */
export function endpoint<S extends Schemas>(
  schemas: S,
  run: (input: Input<S>, context: Context) => Promise<z.output<S["response"]>>,
): Endpoint<Sent<S["params"]>, Sent<S["query"]>, Sent<S["body"]>, z.output<S["response"]>> {
  // The schemas make the input from what was sent; the caller is held to what is sent.
  return { schemas, run: run as Endpoint<never, never, never, z.output<S["response"]>>["run"] };
}

/** An endpoint for a list or report: its handler only reads, and nobody is about to change the result. */
export function view<S extends Schemas>(
  schemas: S,
  read: (input: Input<S>, view: View) => Promise<z.output<S["response"]>>,
) {
  return endpoint(schemas, (input: Input<S>, { reads, actor, today, now, time_zone }) =>
    reads.run((db) => read(input, { db, actor, today, now, time_zone })),
  );
}

/** A view whose answer is a file of one of the media types, created while it is sent. */
export function download<S extends Schemas & { response: z.ZodString }>(
  schemas: S,
  media_types: readonly string[],
  read: (
    input: Input<S>,
    view: Omit<View, "db">,
  ) => { file_name: string; type: string; content: (db: Database) => Parts<FilePart> },
): Endpoint<Sent<S["params"]>, Sent<S["query"]>, Sent<S["body"]>, string> {
  return {
    schemas,
    media_types,
    async run(input, { reads, ...context }) {
      // As above: by now the schemas have made the input.
      const { content, ...file } = read(input as Input<S>, context);
      return { ...file, content: reads.stream(content) };
    },
  };
}

/** Serves one path of the API: the route, who may use it, how often, and the endpoint. */
export type Serve = <Shape extends RouteShape>(
  route: Route<Shape>,
  guard: Guard,
  limit: Limit,
  endpoint: Endpoint<Shape["params"], Shape["query"], Shape["body"], Shape["response"]>,
) => void;

/**
 * The `Serve` of a server; `context` returns what handlers use, for one request. A read is given up once its signal is
 * aborted, because the client has left; a write that has begun is finished.
 */
export function createServe(
  app: FastifyInstance,
  { downloads, shares, bodies }: { downloads: Downloads; shares: Shares; bodies: Bodies },
  context: (request: FastifyRequest, signal?: AbortSignal) => Context,
): Serve {
  return (route, guard, limit, { schemas, media_types, compress, run }) => {
    const { params, query, body, response } = schemas;
    app.route({
      method: route.method,
      url: route.path,
      schema: {
        ...(params && { params }),
        ...(query && { querystring: query }),
        ...(body && { body }),
        response: {
          [statusOf(route.method)]: media_types
            ? { content: Object.fromEntries(media_types.map((type) => [type, { schema: response }])) }
            : response,
        },
        security: guard.openapi,
        tags: [route.path.split("/")[2] ?? ""],
      },
      onRequest: async (request, reply) => {
        await untilRead(() => guard.check(request));
        if (!bodies.tryEnter(personOf(request), request.raw, reply.raw))
          throw new AppError("too_many_requests");
      },
      config: { rateLimit: limit },
      ...(compress !== undefined && { compress }),
      handler: async (request, reply) => {
        const person = personOf(request);
        const signal = signalOfClient(reply.raw);
        const isRead = route.method === "GET";
        const start = () => run(request, context(request, isRead ? signal : undefined));
        reply.code(statusOf(route.method));
        try {
          // Only `download` sets media types, and its `run` gives this.
          if (media_types)
            return await downloads.send(reply, person, () => untilRead(start) as Promise<Download>);
          return reply.send(await shares.run(person, signal, isRead ? () => untilRead(start) : start));
        } catch (error) {
          // What was given up fails in many ways.
          throw isRead && signal.aborted ? signal.reason : error;
        }
      },
    });
  };
}

/** Whose limits a request counts towards. */
function personOf({ actor, ip }: FastifyRequest): string {
  return actor.id ?? ip;
}

/** A creation answers 201, also if it is repeated; everything else 200. */
function statusOf(method: string): number {
  return method === "POST" ? 201 : 200;
}
