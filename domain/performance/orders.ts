/** The orders of everybody's figures other than by name. */
export const performanceOrders = ["coverage", "calls", "sales", "late", "last_call"] as const;
export type PerformanceOrder = (typeof performanceOrders)[number];
