import { type ProductCategory, productCategories } from "@rounds/domain/products/categories.ts";

/**
 * A product of the demo: an invented brand with its generic content, price per pack in rupees, and the packs of a
 * usual sale.
 */
export type CatalogueEntry = {
  name: string;
  category: ProductCategory;
  price: string;
  description: string;
  packs: number;
  /** Units left today; by default what the deliveries leave. */
  left?: number;
};

type Line = [name: string, price: string, description: string, packs: number, left?: number];

const shelves: Record<ProductCategory, Line[]> = {
  Antibiotics: [
    ["Amovela 500 Capsules", "78.50", "Amoxicillin 500 mg, strip of 10 capsules", 24],
    ["Amovela-CV 625 Tablets", "201.40", "Amoxicillin 500 mg with clavulanic acid 125 mg, strip of 10", 14],
    ["Azirunda 500 Tablets", "119.50", "Azithromycin 500 mg, strip of 3 tablets", 18],
    ["Cefirose 200 Tablets", "108.00", "Cefixime 200 mg, strip of 10 dispersible tablets", 16, 8],
    ["Levokind-R 500 Tablets", "96.20", "Levofloxacin 500 mg, strip of 10 tablets", 12],
  ],
  "Pain Relief": [
    ["Parvani 650 Tablets", "32.10", "Paracetamol 650 mg, strip of 15 tablets", 40],
    ["Ibushanti 400 Tablets", "22.75", "Ibuprofen 400 mg, strip of 15 tablets", 30],
    ["Acenidra 100 Tablets", "48.60", "Aceclofenac 100 mg, strip of 10 tablets", 24],
    ["Diclosprint Gel 30 g", "98.00", "Diclofenac diethylamine 1.16 % w/w gel, tube of 30 g", 12],
    [
      "Etorasya 90 Tablets",
      "132.00",
      "Etoricoxib 90 mg, strip of 10 tablets. Schedule H: on prescription only",
      10,
    ],
  ],
  Cardiovascular: [
    ["Amloveda 5 Tablets", "28.40", "Amlodipine 5 mg, strip of 10 tablets", 36],
    ["Telmirath 40 Tablets", "112.30", "Telmisartan 40 mg, strip of 15 tablets", 20],
    ["Atorsudha 10 Tablets", "118.00", "Atorvastatin 10 mg, strip of 15 tablets", 20],
    [
      "Metohriday XL 50 Tablets",
      "74.90",
      "Metoprolol succinate 50 mg, extended release, strip of 10",
      18,
      10,
    ],
    ["Clopisara 75 Tablets", "96.45", "Clopidogrel 75 mg, strip of 15 tablets", 14],
  ],
  Diabetes: [
    ["Metmadhu SR 500 Tablets", "38.20", "Metformin 500 mg, sustained release, strip of 15 tablets", 40],
    ["Glimasara 2 Tablets", "86.00", "Glimepiride 2 mg, strip of 15 tablets", 24],
    ["Sitavana 100 Tablets", "165.00", "Sitagliptin 100 mg, strip of 10 tablets", 12],
    ["Dapamitra 10 Tablets", "129.00", "Dapagliflozin 10 mg, strip of 10 tablets", 14],
    [
      "Glarjivan Cartridge 3 ml",
      "612.00",
      "Insulin glargine 100 IU/ml, cartridge of 3 ml. Keep between 2 °C and 8 °C; do not freeze",
      5,
      0,
    ],
  ],
  Respiratory: [
    ["Montevayu-LC Tablets", "142.50", "Montelukast 10 mg with levocetirizine 5 mg, strip of 10", 20],
    ["Salbuvayu Inhaler", "165.30", "Salbutamol 100 mcg per puff, metered-dose inhaler of 200 puffs", 10],
    ["Budeshwas Respules 0.5 mg", "124.00", "Budesonide 0.5 mg in 2 ml, pack of 5 respules", 10],
    ["Ambrokaf Syrup 100 ml", "86.00", "Ambroxol 15 mg, guaifenesin 50 mg, terbutaline 1.25 mg per 5 ml", 18],
    ["Dexokaf-D Syrup 100 ml", "98.75", "Dextromethorphan 10 mg with chlorpheniramine 2 mg per 5 ml", 14],
  ],
  Vitamins: [
    ["Suryadee 60K Capsules", "118.00", "Cholecalciferol 60,000 IU, pack of 4 softgel capsules", 20],
    ["Becoprana Forte Tablets", "46.20", "Vitamin B complex with zinc, strip of 20 tablets", 24],
    ["Amlacee 500 Chewable", "38.50", "Vitamin C 500 mg, strip of 15 orange-flavoured tablets", 24],
    ["Cobanadi 1500 Tablets", "168.00", "Methylcobalamin 1500 mcg, strip of 10 tablets", 12],
    ["Multiojas Tablets", "92.00", "Multivitamin and multimineral with lycopene, strip of 15 tablets", 16],
  ],
  Supplements: [
    ["Calcidhara-D3 Tablets", "124.60", "Calcium carbonate 1250 mg with vitamin D3 250 IU, strip of 15", 20],
    ["Ferrolal-XT Tablets", "88.40", "Ferrous ascorbate 100 mg with folic acid 1.5 mg, strip of 15", 20],
    ["Protinidhi Vanilla 400 g", "645.00", "Whey protein with 27 vitamins and minerals, tin of 400 g", 4, 6],
    ["Omesagar-3 Softgels", "178.00", "Omega-3 fatty acids: EPA 180 mg and DHA 120 mg, strip of 10", 10],
    ["Udaraflora Sachets", "210.00", "Probiotic of four strains, 5 billion CFU, box of 10 sachets", 8],
  ],
  Other: [
    ["Pantoshama 40 Tablets", "142.00", "Pantoprazole 40 mg, gastro-resistant, strip of 15 tablets", 28],
    ["Ondavira MD 4 Tablets", "58.30", "Ondansetron 4 mg, mouth-dissolving, strip of 10 tablets", 16],
    [
      "Jaladhara ORS Sachet",
      "22.50",
      "Oral rehydration salts to the WHO formula, orange, 21.8 g for 1 litre",
      50,
    ],
    ["Clotridharm Cream 30 g", "88.00", "Clotrimazole 1 % w/w cream, tube of 30 g", 12, 4],
    ["Povirakt Ointment 20 g", "64.00", "Povidone-iodine 5 % w/w ointment, tube of 20 g", 14],
  ],
};

/** The 40 products, five of each category. */
export const catalogue: CatalogueEntry[] = productCategories.flatMap((category) =>
  shelves[category].map(([name, price, description, packs, left]) => ({
    name,
    category,
    price,
    description,
    packs,
    ...(left !== undefined && { left }),
  })),
);
