/** A city with its districts and streets, its hospitals, and common names. */
export type City = {
  name: string;
  region: "north" | "west" | "south" | "east";
  localities: string[];
  hospitals: string[];
};

/** The twelve cities; the hospitals are invented. */
export const cities: City[] = [
  {
    name: "Mumbai",
    region: "west",
    localities: [
      "Linking Road, Bandra West",
      "SV Road, Andheri West",
      "LBS Marg, Ghatkopar",
      "Dadar TT Circle",
    ],
    hospitals: ["Sagar Kiran Hospital", "Arnala Multispeciality Hospital", "Dr. Joglekar's Clinic"],
  },
  {
    name: "New Delhi",
    region: "north",
    localities: [
      "Ring Road, Lajpat Nagar",
      "Outer Circle, Connaught Place",
      "Sector 10, Dwarka",
      "Karol Bagh",
    ],
    hospitals: ["Yamuna Care Hospital", "Indraprastha Child Clinic", "Raisina Heart Centre"],
  },
  {
    name: "Bengaluru",
    region: "south",
    localities: [
      "100 Feet Road, Indiranagar",
      "11th Main, Jayanagar 4th Block",
      "Sampige Road, Malleshwaram",
    ],
    hospitals: ["Cauvery Hills Hospital", "Namma Aarogya Clinic", "Lalbagh Diabetes Centre"],
  },
  {
    name: "Chennai",
    region: "south",
    localities: [
      "2nd Avenue, Anna Nagar",
      "Usman Road, T. Nagar",
      "Kutchery Road, Mylapore",
      "LB Road, Adyar",
    ],
    hospitals: ["Marina Bay Hospital", "Thendral Nursing Home", "Kaveri Kidney & Heart Institute"],
  },
  {
    name: "Hyderabad",
    region: "south",
    localities: ["Road No. 12, Banjara Hills", "Sarojini Devi Road, Secunderabad", "KPHB Colony, Kukatpally"],
    hospitals: ["Golkonda Lifeline Hospital", "Musi Valley Clinic", "Nizamia Chest Hospital"],
  },
  {
    name: "Kolkata",
    region: "east",
    localities: [
      "Gariahat Road, Ballygunge",
      "Park Street Area",
      "Sector I, Salt Lake",
      "Shyambazar Five-Point",
    ],
    hospitals: ["Hooghly Seva Hospital", "Ananda Nursing Home", "Dakshinayan Eye & ENT"],
  },
  {
    name: "Pune",
    region: "west",
    localities: ["FC Road, Shivajinagar", "North Main Road, Koregaon Park", "Paud Road, Kothrud"],
    hospitals: ["Sahyadri Kamal Hospital", "Mula-Mutha Clinic", "Deccan Bone & Joint Centre"],
  },
  {
    name: "Ahmedabad",
    region: "west",
    localities: ["CG Road, Navrangpura", "SG Highway, Bodakdev", "Maninagar Cross Road"],
    hospitals: ["Riverfront Jeevan Hospital", "Sabar Children's Hospital", "Shreenath Clinic"],
  },
  {
    name: "Jaipur",
    region: "north",
    localities: ["MI Road, C-Scheme", "Central Spine, Vidhyadhar Nagar", "Tonk Road, Malviya Nagar"],
    hospitals: ["Amer Fort Hospital", "Gulabi Nagri Clinic", "Aravalli Heart & Lung"],
  },
  {
    name: "Lucknow",
    region: "north",
    localities: ["Vibhuti Khand, Gomti Nagar", "Hazratganj Crossing", "Kapoorthala, Aliganj"],
    hospitals: ["Gomti Kinara Hospital", "Awadh Seva Sadan", "Nawabi Skin & Laser Clinic"],
  },
  {
    name: "Kochi",
    region: "south",
    localities: ["Marine Drive, Ernakulam", "NH Bypass, Edappally", "Palace Road, Tripunithura"],
    hospitals: ["Periyar Backwater Hospital", "Vembanad Clinic", "Malabar Mother & Child"],
  },
  {
    name: "Chandigarh",
    region: "north",
    localities: ["Madhya Marg, Sector 8", "Himalaya Marg, Sector 35", "Sub City Centre, Sector 34"],
    hospitals: ["Sukhna Lake Hospital", "Shivalik Polyclinic", "Rock Garden Neuro Centre"],
  },
];
