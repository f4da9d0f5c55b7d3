import { randomUUID } from "node:crypto";
import type { Route, RouteShape } from "@rounds/domain/contract/route.ts";

/** A signed-up person. */
export type Person = {
  email: string;
  password: string;
  session: { access_token: string; user: { id: string } };
};

/** Signs a new person up over HTTP. */
export async function signUp(
  url: string,
  email = `rep-${randomUUID().slice(0, 8)}@rounds.example`,
): Promise<Person> {
  const password = "correct horse battery";
  const answer = await fetch(`${url}/auth/v1/signup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`sign-up answered ${answer.status}: ${await answer.text()}`);
  return { email, password, session: await answer.json() };
}

/** Calls the API as the signed-in person; throws on any answer other than success. */
export type Call = <Shape extends RouteShape>(
  route: Route<Shape>,
  parts: Omit<Shape, "response">,
) => Promise<Shape["response"]>;

/** Calls the product's API as a person. */
export function callerOf(url: string, person: Person): Call {
  return async (route, parts) => {
    const { params = {}, query = {}, body } = parts as { params?: object; query?: object; body?: unknown };
    const path = Object.entries(params).reduce(
      (done, [name, value]) => done.replace(`:${name}`, value),
      route.path,
    );
    const address = new URL(path, url);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value));
    const answer = await fetch(address, {
      method: route.method,
      headers: {
        authorization: `Bearer ${person.session.access_token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok)
      throw new Error(`${route.method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return await answer.json();
  };
}
