/** What administrators allow managers and representatives, or not. Administrators may do everything, always. */
export const permissions = [
  "delete_doctors_of_others",
  "delete_visits_of_others",
  "edit_visits_of_others",
  "change_products",
  "move_stock",
  "see_figures_of_all",
  "export",
] as const;
export type Permission = (typeof permissions)[number];

/** The roles whose permissions can be changed. */
export const limitedRoles = ["manager", "representative"] as const;
export type LimitedRole = (typeof limitedRoles)[number];

/** What a permission allows, as in "You may not …". */
const deeds: Record<Permission, string> = {
  delete_doctors_of_others: "delete doctors of others, or give them to somebody else",
  delete_visits_of_others: "delete visits of others",
  edit_visits_of_others: "change visits of others",
  change_products: "change products and prices",
  move_stock: "add or correct stock",
  see_figures_of_all: "see everybody's figures side by side",
  export: "export files",
};

/** What a permission allows, within a sentence: "You may not …". */
export function permissionDeed(permission: Permission): string {
  return deeds[permission];
}

/** What a permission allows, as the name of a setting. */
export function permissionLabel(permission: Permission): string {
  const deed = deeds[permission];
  return deed.charAt(0).toUpperCase() + deed.slice(1);
}

/** Why something is refused, and who can change it. */
export function notPermittedWords(permission: Permission): string {
  return `You may not ${deeds[permission]}. An administrator can allow it in Team settings.`;
}
