import { expect, test } from "../kit/fixtures.ts";
import { expectNoSidewaysScroll } from "../kit/screen.ts";
import { namedPerson } from "../kit/team-people.ts";

// Thursday, November 20, 2025, noon in India.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

const widths = [320, 360, 640, 700, 768, 820, 1024, 1180, 1280, 1440];

type List = {
  path: string;
  /** The name of the list. */
  name: string;
  /** Each column that must be in reach, with its value in the checked row. */
  columns: [header: string, value: string][];
  /** The same for the cards of a phone, if they leave columns to the detail. */
  cards?: [header: string, value: string][];
};

test("every column of every list is in reach at every width", async ({ signedIn: page, make, person }) => {
  test.slow();
  const doctor = await make.doctor({
    name: "Dr. Sebastian Puthenpurackal Balakrishnan",
    specialization: "Gastroenterology",
    hospital: "Government Medical College Hospital",
    address: "12 Residency Road, Thiruvananthapuram",
    doctor_class: "A",
    doctor_type: "prescriber",
    contact_number: "+91 98765 43210",
  });
  const product = await make.product({
    name: "Chlorpheniramine Suspension 100 ml",
    category: "Cardiovascular",
    price: "99999.99",
    description: "Twice a day after food",
    stock: 12345,
  });
  const visit = await make.visit({
    doctor,
    visit_date: "2025-11-19",
    notes: "Asked for samples",
    lines: [{ product, quantity: 1234, unit_price: "98765.43" }],
  });
  const amount = "₹12,18,76,540.62";
  const lists: List[] = [
    {
      path: "/doctors",
      name: "Doctors",
      columns: [
        ["Name", doctor.name],
        ["Specialization", "Gastroenterology"],
        ["Hospital", "Government Medical College Hospital"],
        ["Address", "12 Residency Road, Thiruvananthapuram"],
        ["Class", "A"],
        ["Type", "Prescriber"],
        ["Contact", "+91 98765 43210"],
      ],
      cards: [
        ["Name", doctor.name],
        ["Specialization", "Gastroenterology"],
        ["City", "Thiruvananthapuram"],
        ["Class", "A"],
        ["Last visit", "seen yesterday"],
      ],
    },
    {
      path: "/visits",
      name: "Visits",
      columns: [
        ["Doctor", doctor.name],
        ["Visit Date", "Nov 19, 2025"],
        ["Status", "Completed"],
        ["Total Sales", amount],
        ["Notes", "Asked for samples"],
      ],
      // The heading above them says the day.
      cards: [
        ["Doctor", doctor.name],
        ["Status", "Completed"],
        ["Total Sales", amount],
        ["Notes", "Asked for samples"],
      ],
    },
    {
      path: "/products",
      name: "Products",
      columns: [
        ["Product Name", product.name],
        ["Category", "Cardiovascular"],
        ["Price", "₹99,999.99"],
        ["Current Stock", "11,111"],
        ["Stock Actions", "Add Stock"],
        ["Description", "Twice a day after food"],
      ],
      cards: [
        ["Product Name", product.name],
        ["Category", "Cardiovascular"],
        ["Price", "₹99,999.99"],
        ["Current Stock", "11,111"],
        ["Stock Actions", "Add Stock"],
      ],
    },
    {
      path: "/sales",
      name: "Sales Details",
      columns: [
        ["Date", "Nov 19, 2025"],
        ["Doctor", doctor.name],
        ["Product", product.name],
        ["Category", "Cardiovascular"],
        ["Quantity", "1,234"],
        ["Unit Price", "₹98,765.43"],
        ["Total Amount", amount],
      ],
    },
    {
      path: "/inventory?start_date=2025-11-19",
      name: "Inventory Details",
      columns: [
        ["Product", product.name],
        ["Category", "Cardiovascular"],
        ["Opening Stock", "0"],
        ["Purchases", "12,345"],
        ["Sales", "1,234"],
        ["Adjustments", "0"],
        ["Closing Stock", "11,111"],
        ["Stock Value", "₹1,11,10,99,888.89"],
        ["Status", "Good Stock"],
      ],
    },
    {
      path: "/",
      name: "Recent Visits",
      columns: [
        ["Doctor", doctor.name],
        ["Visit Date", "Nov 19, 2025"],
        ["Status", "Completed"],
        ["Notes", "Asked for samples"],
      ],
    },
    {
      path: `/doctors/${doctor.id}`,
      name: "Visit History",
      columns: [
        ["Visit Date", "Nov 19, 2025"],
        ["Status", "Completed"],
        ["Total Sales", amount],
        ["Notes", "Asked for samples"],
      ],
    },
    {
      path: `/visits/${visit.id}`,
      name: "Sales",
      columns: [
        ["Product", product.name],
        ["Category", "Cardiovascular"],
        ["Quantity", "1,234"],
        ["Unit Price", "₹98,765.43"],
        ["Total", amount],
      ],
    },
    {
      path: `/products/${product.id}`,
      name: "Stock History",
      columns: [
        ["Date", "Nov 19, 2025"],
        ["Type", "Sale"],
        ["Quantity", "-1,234"],
        ["Balance", "11,111"],
        ["Reference", "Visit"],
        ["By", person.email],
      ],
    },
    {
      path: "/team",
      name: "Team",
      columns: [
        ["Person", person.email],
        ["Role", "Administrator"],
        ["Status", "Active"],
        ["Second step", "Off"],
        ["Last sign-in", "Nov 20, 2025"],
        ["Devices", "1"],
      ],
    },
    {
      path: "/team/audit",
      name: "History",
      columns: [
        ["When", "Nov 20, 2025"],
        ["What happened", "signed up"],
      ],
    },
  ];
  const missing: string[] = [];
  for (const list of lists) {
    await page.goto(list.path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
      // Tables become cards, and columns second lines, shortly after the window has changed.
      const shown = page.getByRole(width < 640 ? "list" : "table", { name: list.name, exact: true });
      await expect(shown).toContainText(list.columns[0]?.[1] ?? "");
      const expected = (width < 640 && list.cards) || list.columns;
      const lost = await shown.evaluate(outOfReach, expected);
      missing.push(...lost.map((header) => `${list.name}, ${width} px: ${header}`));
    }
  }
  expect(missing).toEqual([]);
});

test("on a desk, whose a doctor and a visit are is a column, whatever else a row says", async ({
  signedIn: page,
  product,
  make,
}) => {
  await namedPerson(product, "asha@rounds.example", "Asha Venkataraman");
  const doctor = await make.doctor({
    name: "Dr. Sebastian Puthenpurackal Balakrishnan",
    specialization: "Gastroenterology",
    hospital: "Government Medical College Hospital",
    address: "12 Residency Road, Thiruvananthapuram",
    contact_number: "+91 98765 43210",
  });
  await make.visit({ doctor, visit_date: "2025-11-19", notes: "Asked for samples of all the new products" });
  for (const [path, header] of [
    ["/doctors", "Representative"],
    ["/visits", "Recorded By"],
  ] as const) {
    await page.goto(path);
    for (const width of [1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByRole("columnheader", { name: header })).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
  }
});

/**
 * The columns whose value is not completely within the width of the window, or in a table without the column's
 * heading. Runs in the page.
 */
function outOfReach(list: Element, columns: List["columns"]): string[] {
  const texts = [...list.querySelectorAll("*")].filter((element) => {
    const { left, right, width, height } = element.getBoundingClientRect();
    const { opacity, visibility } = getComputedStyle(element);
    const shows = width > 1 && height > 1 && opacity !== "0" && visibility === "visible";
    return shows && left >= 0 && right <= innerWidth + 0.5;
  });
  const holds = (element: Element, text: string) => element.textContent?.includes(text);
  const has = (text: string) =>
    texts.some(
      (element) => holds(element, text) && ![...element.children].some((child) => holds(child, text)),
    );
  return columns
    .filter(([header, value]) => !has(value) || (list.tagName === "TABLE" && !has(header)))
    .map(([header]) => header);
}
