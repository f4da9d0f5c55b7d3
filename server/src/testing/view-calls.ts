import { viewRoutes } from "@rounds/domain/views/routes.ts";
import { anId } from "@rounds/testkit/builders.ts";
import type { Member } from "@rounds/testkit/caller.ts";

let made = 0;
const bodyOf = () => ({
  id: anId(),
  list: "doctors" as const,
  name: `View ${++made}`,
  shared: false,
  filters: { city: "Pune" },
  columns: ["Name", "Class"],
});

/** A view of a member, alone: a thousand calls make no more than there may be. */
async function aView(member: Member) {
  const { rows } = await member.call(viewRoutes.list, {});
  for (const { id } of rows) await member.call(viewRoutes.delete, { params: { id } }).catch(() => {});
  const { id, ...body } = bodyOf();
  await member.call(viewRoutes.create, { body: { id, ...body } });
  return { id, body };
}

const fields = {
  texts: ["filters.city"],
  // All columns, or fewer; no filter; for everybody; a name is any short line.
  harmless: (field: string, value: unknown) =>
    (field === "columns" && value === null) ||
    (field === "columns.1" && value === undefined) ||
    (field === "name" && typeof value === "string") ||
    (field === "shared" && value === true) ||
    (field === "filters" && JSON.stringify(value) === "{}") ||
    (field === "filters.city" && value === undefined),
};

/** A valid call of each route of views. */
export const viewCalls = {
  "views.list": async () => viewRoutes.list,
  "views.create": async (member: Member) => {
    await aView(member);
    return { ...viewRoutes.create, body: bodyOf(), ...fields };
  },
  "views.order": async (member: Member) => ({
    ...viewRoutes.order,
    body: { ids: [(await aView(member)).id] },
  }),
  "views.update": async (member: Member) => {
    const { id, body } = await aView(member);
    return { ...viewRoutes.update, params: { id }, body: { ...body, version: 1 }, ...fields };
  },
  "views.delete": async (member: Member) => ({
    ...viewRoutes.delete,
    params: { id: (await aView(member)).id },
  }),
};
