import type { City } from "./places.ts";

const listed = (words: string) => words.trim().split(/\s+/);

/** Given names and family names that go together, by part of the country. */
export const names: Record<City["region"], { given: string[]; family: string[] }> = {
  north: {
    given: listed(`
      Aarav Neha Vikram Pooja Rohit Simran Harpreet Anjali Manish Kavita Sandeep Ritu Gurpreet Shalini
      Imran Farah Deepak Nidhi Amit Sunita Pankaj Ayesha Rajeev Meenakshi`),
    family: listed(`
      Sharma Verma Gupta Singh Kapoor Malhotra Khanna Agarwal Srivastava Mishra Bhatia Chaudhary
      Siddiqui Khan Rathore Shekhawat Grewal Sandhu Tripathi Bansal`),
  },
  west: {
    given: listed(`
      Aditya Sneha Nikhil Gauri Mihir Hetal Jignesh Prachi Rahul Swati Chirag Urvashi Omkar Ketaki
      Cyrus Zubin Freny Farhan Tejal Yash Mrunal Kunal Ashwini Bhavesh`),
    family: listed(`
      Deshpande Kulkarni Joshi Patil Shah Mehta Patel Desai Gokhale Chavan Jadhav Trivedi Bhatt
      Daruwala Contractor Fernandes Pereira Shaikh Parekh Sawant`),
  },
  south: {
    given: listed(`
      Karthik Lakshmi Arjun Divya Suresh Meera Venkatesh Revathi Ganesh Anitha Prakash Sowmya Thomas
      Mariam Vishnu Padma Harish Nandini Rajan Deepthi Ashwin Bhavana Mohammed Annamma`),
    family: listed(`
      Iyer Iyengar Reddy Rao Nair Menon Pillai Krishnan Subramanian Gowda Shetty Hegde Murthy Naidu
      Varghese Kurian Chacko Balakrishnan Raghavan Prasad`),
  },
  east: {
    given: listed(`
      Anirban Moumita Sourav Debjani Arindam Sharmistha Subhash Rituparna Dipankar Paromita Tapas
      Ananya Biswajit Indrani Kaushik Sanchita Abhijit Nilanjana`),
    family: listed(`
      Banerjee Mukherjee Chatterjee Ghosh Bose Dutta Sen Das Roy Mitra Bhattacharya Chakraborty
      Mahapatra Mohanty Saha Sarkar`),
  },
};

/** Names that test a screen: in Devanagari, very long, with punctuation. The second part is for the address. */
export const unusualNames: { name: string; ascii: string }[] = [
  { name: "डॉ. अनिल कुमार शर्मा", ascii: "anil.sharma" },
  { name: "डॉ. सुनीता देशमुख", ascii: "sunita.deshmukh" },
  { name: "डॉ. राजेश्वरी त्रिपाठी", ascii: "rajeshwari.tripathi" },
  { name: "डॉ. विनोद कृष्ण श्रीवास्तव", ascii: "vinod.srivastava" },
  { name: "डॉ. प्रियंका चौधरी", ascii: "priyanka.chaudhary" },
  { name: "डॉ. हरिप्रसाद मिश्र", ascii: "hariprasad.mishra" },
  { name: "डॉ. वैशाली कुलकर्णी", ascii: "vaishali.kulkarni" },
  { name: "डॉ. मोहनलाल अग्रवाल", ascii: "mohanlal.agarwal" },
  { name: "Dr. Venkata Satyanarayana Lakshmi Narasimha Subrahmanya Rao Chadalavada", ascii: "vsln.rao" },
  { name: "Dr. Thiruvenkadam Muthukumaraswamy Balasubramaniam Chettiar", ascii: "tm.chettiar" },
  { name: "Dr. Brajendra Narayan Mukhopadhyay-Bandyopadhyay", ascii: "bn.mukhopadhyay" },
  { name: "Dr. A. P. J. Sebastian Puthenpurackal Kurian Chacko", ascii: "apj.chacko" },
  { name: "Dr. José Maria D'Souza", ascii: "jose.dsouza" },
  { name: "Dr. Renée Fernandes-Pinto", ascii: "renee.fernandes" },
  { name: "Dr. (Mrs.) Rukhsana Begum Siddiqui, MD (Gold Medallist)", ascii: "rukhsana.siddiqui" },
  { name: "Dr. Ng. Ibotombi Singh", ascii: "ibotombi.singh" },
];
