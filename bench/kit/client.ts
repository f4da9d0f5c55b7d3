import { Agent, type IncomingHttpHeaders, request } from "node:http";

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** Somebody signed in at a server on this machine. */
export type Client = {
  /** The access token. */
  token: string;
  /** The session from the sign-up, which a page stores. */
  session: string;
  /**
   * Sends one request; throws on any answer other than success. `key` is the key of the operation, as phones send it.
   */
  send(method: "GET" | "POST", path: string, body?: unknown, key?: string): Promise<Answer>;
  close(): void;
};

/**
 * Signs a new user up at the server on that port; `address` is the client address, if the server trusts this machine
 * as a proxy.
 */
export async function signUpAt(port: number, address?: string): Promise<Client> {
  const agent = new Agent({ keepAlive: true });
  const send = sender(port, agent, address);
  const session = await signUp(send);
  const { access_token: token } = JSON.parse(session) as { access_token: string };
  return {
    token,
    session,
    send: async (method, path, body, key) =>
      requireSuccess(path, await send(method, path, { token, body, key })),
    close: () => agent.destroy(),
  };
}

type Given = { token?: string; body?: unknown; key?: string | undefined };
type Send = (method: string, path: string, given: Given) => Promise<Answer>;

/** One request with a browser's headers; the answer is read to its end, but not decompressed. */
export function sender(port: number, agent: Agent, address: string | undefined): Send {
  return (method, path, { token, body, key }) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        ...(address && { "x-forwarded-for": address }),
        ...(token && { authorization: `Bearer ${token}`, "accept-encoding": "gzip, deflate, br" }),
        ...(key && { "idempotency-key": key }),
        ...(text && { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
      };
      const sent = request({ host: "127.0.0.1", port, agent, method, path, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("error", reject);
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
        );
      });
      sent.on("error", reject);
      sent.end(text);
    });
}

async function signUp(send: Send): Promise<string> {
  const email = `bench-${crypto.randomUUID()}@rounds.example`;
  const body = { email, password: `${crypto.randomUUID()} Aa1` };
  const answer = requireSuccess("sign-up", await send("POST", "/auth/v1/signup", { body }));
  return answer.body.toString();
}

function requireSuccess(path: string, answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.body.toString()}`);
  return answer;
}
