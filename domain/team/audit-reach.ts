/** How far back the audit log can be paged; `total` counts no further. Filters reach beyond. */
export const auditReach = 10_000;
