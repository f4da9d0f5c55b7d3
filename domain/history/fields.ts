import type { DoctorInput } from "../doctors/doctor.ts";
import type { ProductInput } from "../products/product.ts";
import type { SaleInput, VisitInput } from "../visits/visit.ts";
import type { HistoryChange } from "./history.ts";

type Labels<Input, Without extends keyof Input = never> = Readonly<
  Record<Exclude<keyof Input, Without>, string>
>;

/** The labels of the form of a doctor. */
export const doctorLabels: Labels<DoctorInput> = {
  name: "Doctor Name",
  specialization: "Specialization",
  hospital: "Hospital/Clinic",
  doctor_class: "Doctor Class",
  doctor_type: "Doctor Type",
  contact_number: "Contact Number",
  email: "Email",
  address: "Address",
  norm: "Calls a month",
  representative_id: "Representative",
};
/** The labels of the form of a product. */
export const productLabels: Labels<ProductInput> = {
  name: "Product Name",
  category: "Category",
  price: "Price",
  description: "Description",
};
const visits: Labels<VisitInput, "items"> = {
  doctor_id: "Doctor",
  visit_date: "Visit Date",
  status: "Status",
  notes: "Notes",
};
const sales: Labels<SaleInput, "id"> = {
  product_id: "Product",
  quantity: "Quantity",
  unit_price: "Unit Price",
};

/** Every field of which the history tells, by what it is a field of, in the order and with the labels of the screens. */
export const historyFields: Readonly<Record<HistoryChange["noun"], Readonly<Record<string, string>>>> = {
  doctors: doctorLabels,
  products: productLabels,
  visits,
  sales,
  call_norms: {
    doctor_class: "Doctor Class",
    from_month: "From",
    per_month: "Calls a month",
    min_gap_days: "Days between calls",
  },
  holidays: { day: "Day", name: "Name" },
  leave_days: { day: "Day", user_id: "Person" },
  company: { name: "Name" },
  permissions: { role: "Role", permission: "Permission", allowed: "Allowed" },
  members: { user_id: "Person", role: "Role", disabled: "Disabled" },
};

/** What one of each is called. */
export const historyNouns: Readonly<Record<HistoryChange["noun"], string>> = {
  doctors: "Doctor",
  products: "Product",
  visits: "Visit",
  sales: "Line of a visit",
  call_norms: "Calls a month",
  holidays: "Holiday",
  leave_days: "Leave",
  company: "Company name",
  permissions: "Permission",
  members: "Account",
};
