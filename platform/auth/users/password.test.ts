import { afterAll, expect, test } from "vitest";
import { goodPassword, startService, type TestService } from "../testing/service.ts";

const letters = "abcdefghijklmnopqrstuvwxyz";
const tooShort = (length: number) => `Password should be at least ${length} characters.`;
const oneOfEach = (groups: string) => `Password should contain at least one character of each: ${groups}.`;
const known = "Password is known to be weak and easy to guess, please choose a different one.";

const services: TestService[] = [];
const plain = await startService();
const strict = await startService({
  database: plain.database,
  settings: {
    password_min_length: 10,
    password_characters: "lower_upper_digits",
    password_common: "refused",
  },
});
afterAll(async () => {
  for (const service of services) await service.close();
  await strict.close();
  await plain.close();
});

let people = 0;
const signUp = (service: TestService, password: string) =>
  service.client().signUp({ email: `password${++people}@example.com`, password });

test("reports every broken rule of a password, to the client library too", async () => {
  const groups = oneOfEach(`${letters}, ${letters.toUpperCase()}, 0123456789`);
  const cases: [string, string, string[]][] = [
    ["Ab3-Ab3-x", tooShort(10), ["length"]],
    ["ab3-ab3-xyz", groups, ["characters"]],
    ["ABC-ABC-XYZ3", groups, ["characters"]],
    ["abc-ABC-xyz", groups, ["characters"]],
    ["1Q2w3e4r5t", known, ["pwned"]],
    ["Password1", `${tooShort(10)} ${known}`, ["length", "pwned"]],
    ["password", `${tooShort(10)} ${groups} ${known}`, ["length", "characters", "pwned"]],
  ];
  for (const [password, message, reasons] of cases) {
    const { error } = await signUp(strict, password);
    expect(error).toMatchObject({
      name: "AuthWeakPasswordError",
      status: 422,
      code: "weak_password",
      message,
      reasons,
    });
  }
  expect((await signUp(strict, "Ab3-Ab3-xyz")).error).toBeNull();
});

test("a new password must follow the rules; an old one signs in with a warning", async () => {
  const { user } = await plain.register("old-rules@example.com");
  const client = strict.client();
  const { data } = await client.signInWithPassword({ email: user.email, password: goodPassword });
  expect(data.user?.id).toBe(user.id);
  expect(data.weakPassword?.reasons).toEqual(["characters"]);
  expect((await client.updateUser({ password: "iloveyou" })).error).toMatchObject({
    code: "weak_password",
    reasons: ["length", "characters", "pwned"],
  });
  expect((await client.updateUser({ password: "Ab3-Ab3-xyz" })).error).toBeNull();
});

test("refuses a simple variation of a common password, too", async () => {
  const rules = { password_common: "refused" } as const;
  const service = await startService({ database: plain.database, settings: rules });
  services.push(service);
  expect((await signUp(service, "Password1!")).error).toMatchObject({ reasons: ["pwned"] });
  expect((await signUp(service, "kettle-Password1!")).error).toBeNull();
});

test("each choice of characters names its groups", async () => {
  const [lower, upper, digits] = [letters, letters.toUpperCase(), "0123456789"];
  const symbols = "!@#$%^&*()_+-=[]{};'\\:\"|<>?,./`~";
  const choices = [
    ["any", undefined, "------"],
    ["letters_digits", `${lower}${upper}, ${digits}`, "-----a1"],
    ["lower_upper_digits_symbols", `${lower}, ${upper}, ${digits}, ${symbols}`, "aA1aA1~"],
  ] as const;
  for (const [choice, groups, good] of choices) {
    const service = await startService({
      database: plain.database,
      settings: { password_characters: choice },
    });
    services.push(service);
    if (groups) expect((await signUp(service, "éééééé")).error?.message).toBe(oneOfEach(groups));
    expect((await signUp(service, good)).error).toBeNull();
  }
});

test("without the settings, the minimum is six bytes and the maximum 72", async () => {
  expect((await signUp(plain, "12345")).error?.message).toBe(tooShort(6));
  expect((await signUp(plain, "123456")).error).toBeNull();
  expect((await signUp(plain, "x".repeat(73))).error?.message).toBe(
    "Password cannot be longer than 72 characters",
  );
});
