/** The lists of which views are saved: the filters in their addresses, their columns, and the one that is always shown. */
export const viewLists = {
  doctors: {
    filters: ["search", "doctor_class", "doctor_type", "city", "representative"],
    columns: ["Name", "Specialization", "Hospital", "Address", "Class", "Type", "Contact", "Representative"],
    always: "Name",
  },
  visits: {
    filters: ["search", "start_date", "end_date", "status", "city", "representative"],
    columns: ["Doctor", "Visit Date", "Status", "Total Sales", "Notes", "Recorded By"],
    always: "Doctor",
  },
  products: {
    filters: ["search"],
    columns: ["Product Name", "Category", "Price", "Current Stock", "Stock Actions", "Description"],
    always: "Product Name",
  },
  sales: {
    filters: ["start_date", "end_date", "doctor_id", "product_id", "category", "representative"],
    columns: [
      "Date",
      "Doctor",
      "Product",
      "Category",
      "Quantity",
      "Unit Price",
      "Total Amount",
      "Recorded By",
    ],
    always: "Doctor",
  },
  inventory: {
    filters: ["start_date", "end_date", "product_id", "category"],
    columns: [
      "Product",
      "Category",
      "Opening Stock",
      "Purchases",
      "Sales",
      "Adjustments",
      "Closing Stock",
      "Stock Value",
      "Status",
    ],
    always: "Product",
  },
} as const satisfies Record<string, ViewList>;

type ViewList = { filters: readonly string[]; columns: readonly string[]; always: string };

export type ViewListName = keyof typeof viewLists;
export const viewListNames = Object.keys(viewLists) as [ViewListName, ...ViewListName[]];

/** How many views a person has of their own, over all lists; and how many are for everybody. */
export const mostViews = 50;
/** How many characters a name has at most. */
export const longestViewName = 60;
