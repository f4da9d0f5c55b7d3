export const doctorClasses = ["A", "B", "C"] as const;
export const doctorTypes = ["dispenser", "prescriber"] as const;

export type DoctorClass = (typeof doctorClasses)[number];
export type DoctorType = (typeof doctorTypes)[number];
