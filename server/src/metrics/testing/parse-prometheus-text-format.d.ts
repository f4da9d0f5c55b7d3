declare module "parse-prometheus-text-format" {
  type Sample = { value: string; labels?: Record<string, string> };
  /** Metrics of the text format, by their names. */
  export default function parse(text: string): { name: string; type: string; metrics: Sample[] }[];
}
