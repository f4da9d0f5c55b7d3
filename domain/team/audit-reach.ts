/** How far back the audit log has pages; `total` counts no further. Filters search the whole log. */
export const auditReach = 10_000;
