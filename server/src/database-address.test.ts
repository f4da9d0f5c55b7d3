import { nameOf, readAddress } from "@rounds/database/cluster/address.ts";
import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";

const hostsOf = (url: string) => readAddress(url).hosts.map(nameOf);

describe("DATABASE_URL", () => {
  test.each([
    ["postgres://u:p@h1:5433/rounds", ["h1:5433"]],
    ["postgresql://u:p@h1:5433,h2,10.0.0.3:6000/rounds", ["h1:5433", "h2:5432", "10.0.0.3:6000"]],
    ["postgres://u@[::1]:5433,[fe80::1]/rounds", ["[::1]:5433", "[fe80::1]:5432"]],
    ["postgres://h%31,h%32/rounds", ["h1:5432", "h2:5432"]],
    ["postgres://%2Frun%2Fpostgresql/rounds", ["/run/postgresql:5432"]],
    ["postgres://u@/rounds?host=/run/postgresql", ["/run/postgresql:5432"]],
    ["postgres:///rounds?host=h1,h2&port=6000", ["h1:6000", "h2:6000"]],
    ["postgres:///rounds?host=h1,h2&port=6000,6001", ["h1:6000", "h2:6001"]],
    ["postgres:///rounds", ["localhost:5432"]],
    ["postgres://h1,h2/rounds?target_session_attrs=read-write", ["h1:5432", "h2:5432"]],
  ])("%s names %j", (url, hosts) => {
    expect(hostsOf(url)).toEqual(hosts);
    expect(readConfig({ DATABASE_URL: url }).database_url).toBe(url);
  });

  test("applies everything else to all hosts", () => {
    const url = "postgres://as%40ha:p%2Fw%3A@h1,h2/field%20sales?application_name=crm&sslmode=disable";
    const expected = { user: "as@ha", password: "p/w:", database: "field sales", application_name: "crm" };
    expect(readAddress(url).settings).toMatchObject({ ...expected, ssl: false });
  });

  test.each([
    ["another kind of address", "mysql://u:secret@h/d", "must begin with postgres://"],
    ["no address", "h1,h2", "must begin with postgres://"],
    ["an empty place", "postgres://u:secret@h1,,h3/d", "at place 2"],
    ["a port that is none", "postgres://u:secret@h1:0/d", "gives host 1 a port that is none"],
    ["one beyond all ports", "postgres://u:secret@h1,h2:70000/d", "gives host 2 a port that is none"],
    ["more ports than hosts", "postgres://u:secret@/d?host=a,b&port=1,2,3", "more hosts than ports"],
    ["a host twice", "postgres://u:secret@h,h:5432/d", "a host twice"],
    ["a # that belongs to the password", "postgres://u:secret#1@h/d", "%40 %3A %2F %3F %23 %25"],
    ["a / that does", "postgres://u:secret/1@h/d", "%40 %3A %2F %3F %23 %25"],
    ["a certificate that is not there", "postgres://u:secret@h/d?sslrootcert=/none.crt", "/none.crt"],
    ["standbys wanted", "postgres://u:secret@h/d?target_session_attrs=standby", "read-write or primary"],
  ])("with %s is refused, without the password", (_, url, message) => {
    const read = () => readConfig({ DATABASE_URL: url });
    expect(read).toThrow(message);
    expect(read).toThrow(/DATABASE_URL: /);
    expect(read).not.toThrow(/secret/);
  });
});
