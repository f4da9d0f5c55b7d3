export const doctorClasses = ["A", "B", "C"] as const;
export const doctorTypes = ["dispenser", "prescriber"] as const;

/** The most calls a month that a norm can ask for: one every day. */
export const maxNorm = 31;

export type DoctorClass = (typeof doctorClasses)[number];
export type DoctorType = (typeof doctorTypes)[number];
