import { ConfigError } from "@rounds/http/config-error.ts";
import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";

describe("the settings", () => {
  test("have a default for everything", () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      data_dir: "data",
      database_url: undefined,
      product_name: "Rounds",
      business_time_zone: "Asia/Kolkata",
      signup: "open",
      public_url: "http://localhost:3000",
      log_level: "info",
    });
  });

  test("keep a server that others reach running for a while when it is told to stop", () => {
    expect(readConfig({})).toMatchObject({ stop_delay: 0, stop_timeout: 30, metrics_token: undefined });
    expect(readConfig({ HOST: "0.0.0.0", SIGNUP: "open" }).stop_delay).toBe(5);
    expect(readConfig({ STOP_DELAY: "2.5", STOP_TIMEOUT: "0" })).toMatchObject({
      stop_delay: 2.5,
      stop_timeout: 0,
    });
  });

  test.each([
    ["HOST", "999.1.1.1", "is neither an IP address nor a name"],
    ["HOST", "a b", "is neither an IP address nor a name"],
    ["HOST", "", undefined],
    ["HOST", "::1", undefined],
    ["TRUSTED_PROXIES", "nonsense", "must be IP addresses, or networks like 10.0.0.0/8"],
    ["TRUSTED_PROXIES", "10.0.0.0/33", "must be IP addresses"],
    ["TRUSTED_PROXIES", "10.0.0.1,", "must be IP addresses"],
    ["TRUSTED_PROXIES", "0.0.0.0/0", "must be IP addresses.* clients could invent their own"],
    ["TRUSTED_PROXIES", "10.0.0.0/8, ::/0", "must be IP addresses"],
    ["TRUSTED_PROXIES", "10.0.0.0/8, ::1", undefined],
    ["PUBLIC_URL", "https://rounds.example/of/us", "must be scheme and host alone"],
    ["PUBLIC_URL", "https://rounds.example?a=1", "must be scheme and host alone"],
    ["PUBLIC_URL", "https://rounds.example/#a", "must be scheme and host alone"],
    ["PUBLIC_URL", "https://me:secret@rounds.example", "must be scheme and host alone"],
    ["DATABASE_URL", "postgres://h/d?sslmode=nonsense", "sslmode must be one of disable, prefer"],
  ])("say what is wrong with %s=%s", (name, value, message) => {
    const read = () => readConfig({ [name]: value });
    if (message === undefined) expect(read).not.toThrow();
    else expect(read).toThrow(new RegExp(`${name}: ${message}`));
  });

  test("multiply the limits; switch them off only where nobody else reaches the server", () => {
    expect(readConfig({}).limit_factor).toBe(1);
    expect(readConfig({ HOST: "0.0.0.0", SIGNUP: "open", LIMIT_FACTOR: "2.5" }).limit_factor).toBe(2.5);
    expect(readConfig({ LIMIT_FACTOR: "0" }).limit_factor).toBe(0);
    for (const reached of [
      { HOST: "0.0.0.0", SIGNUP: "closed" },
      { TRUSTED_PROXIES: "127.0.0.1" },
      { PUBLIC_URL: "https://rounds.example.com" },
    ])
      expect(() => readConfig({ ...reached, LIMIT_FACTOR: "0" })).toThrow(
        /^LIMIT_FACTOR=0 switches all limits off.*only where nobody but this machine reaches/,
      );
  });

  test("name a certificate with its key, and then an https address", () => {
    const files = { TLS_CERT: "a.crt", TLS_KEY: "a.key" };
    expect(readConfig(files)).toMatchObject({
      tls: { cert: "a.crt", key: "a.key" },
      public_url: "https://localhost:3000",
    });
    expect(readConfig({}).tls).toBeUndefined();
    for (const one of [{ TLS_CERT: "a.crt" }, { TLS_KEY: "a.key" }])
      expect(() => readConfig(one)).toThrow(/set both, or none/);
  });

  test("let browsers keep the pages unless OFFLINE is off", () => {
    expect(readConfig({}).offline).toBe(true);
    expect(readConfig({ OFFLINE: "off" }).offline).toBe(false);
    expect(() => readConfig({ OFFLINE: "no" })).toThrow(/OFFLINE/);
  });

  test("list further origins as browsers write them", () => {
    expect(readConfig({}).allowed_origins).toEqual([]);
    const ALLOWED_ORIGINS = "https://App.Example.com:443/, http://10.0.0.7:8080,capacitor://localhost";
    expect(readConfig({ ALLOWED_ORIGINS }).allowed_origins).toEqual([
      "https://app.example.com",
      "http://10.0.0.7:8080",
      "capacitor://localhost",
    ]);
    for (const given of ["*", "https://*.example.com", "app.example.com", "https://a.example/page", "null"])
      expect(() => readConfig({ ALLOWED_ORIGINS: given })).toThrow(
        `ALLOWED_ORIGINS: ${given} is not an origin: write scheme and host`,
      );
  });

  test.each([
    { LIMIT_FACTOR: "-1" },
    { LIMIT_FACTOR: "many" },
    { METRICS_TOKEN: "too short" },
    { METRICS_TOKEN: "with a space in it" },
    { STOP_DELAY: "-1" },
    { STOP_TIMEOUT: "soon" },
  ])("refuse %o", (env) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
  });

  test("an empty variable counts as not set, and unknown ones are ignored", () => {
    expect(readConfig({ PORT: "", SIGNUP: "", DATABASE_URL: "", PUBLIC_URL: "", HOME: "/root" })).toEqual(
      readConfig({}),
    );
  });

  test("are read as given", () => {
    const config = readConfig({
      PORT: "8080",
      HOST: "0.0.0.0",
      SIGNUP: "domain:example.com",
      PUBLIC_URL: "HTTPS://rounds.example.com///",
      PRODUCT_NAME: " Field ",
      BUSINESS_TIME_ZONE: "America/Los_Angeles",
      DATABASE_URL: "postgres://u@h/d",
      LOG_LEVEL: "silent",
    });
    expect(config).toMatchObject({
      port: 8080,
      signup: "domain:example.com",
      public_url: "https://rounds.example.com",
      product_name: "Field",
      business_time_zone: "America/Los_Angeles",
      database_url: "postgres://u@h/d",
      log_level: "silent",
    });
  });

  test("replicas require a database of one's own", () => {
    const DATABASE_REPLICA_URL = "postgres://u@h2,h3/d";
    expect(() => readConfig({ DATABASE_REPLICA_URL })).toThrow(/DATABASE_URL: set that, too/);
    expect(() => readConfig({ DATABASE_URL: "postgres://u@h/d", DATABASE_REPLICA_URL: "h2" })).toThrow(
      /DATABASE_REPLICA_URL: must begin with postgres:/,
    );
    const config = readConfig({ DATABASE_URL: "postgres://u@h/d", DATABASE_REPLICA_URL });
    expect(config.database_replica_url).toBe(DATABASE_REPLICA_URL);
  });

  test.each([
    ["127.0.0.1", "http://localhost:3000"],
    ["::1", "http://localhost:3000"],
    ["localhost", "http://localhost:3000"],
    ["192.168.1.5", "http://192.168.1.5:3000"],
    ["fd00::5", "http://[fd00::5]:3000"],
  ])("on %s the product is at %s", (HOST, public_url) => {
    expect(readConfig({ HOST, SIGNUP: "closed" }).public_url).toBe(public_url);
  });

  test.each(["0.0.0.0", "::", "192.168.1.5", "rounds.example.com"])(
    "%s lets others in, so SIGNUP is required",
    (HOST) => {
      expect(() => readConfig({ HOST })).toThrow(/SIGNUP=open, SIGNUP=closed or SIGNUP=domain:/);
      for (const SIGNUP of ["open", "closed", "domain:example.com"]) {
        expect(readConfig({ HOST, SIGNUP }).signup).toBe(SIGNUP);
      }
    },
  );

  test.each([
    ["PORT", "abc"],
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "3000.5"],
    ["SIGNUP", "yes"],
    ["SIGNUP", "domain:"],
    ["SIGNUP", "domain:example"],
    ["BUSINESS_TIME_ZONE", "India"],
    ["PUBLIC_URL", "rounds.example.com"],
    ["PUBLIC_URL", "javascript:alert(1)"],
    ["PRODUCT_NAME", "x".repeat(61)],
    ["LOG_LEVEL", "loud"],
    ["SESSION_MAX_HOURS", "0"],
    ["SESSION_IDLE_HOURS", "soon"],
    ["JWT_ALGORITHM", "none"],
    ["JWT_ALGORITHM", "HS256"],
    ["JWT_SECRET", "too short a secret"],
    ["API_KEY", "a key that has spaces"],
    ["PASSWORD_MIN_LENGTH", "5"],
    ["PASSWORD_CHARACTERS", "emoji"],
  ])("%s=%s is refused by its name", (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });

  test("all errors are reported at once", () => {
    expect(() => readConfig({ PORT: "x", LOG_LEVEL: "y" })).toThrow(/PORT[\s\S]*LOG_LEVEL/);
  });
});
