function setting(name: string, fallback: string): string {
  const content = document.querySelector(`meta[name="${name}"]`)?.getAttribute("content")?.trim();
  return content || fallback;
}

/** The product's name, as the server's settings have it. */
export const productName = setting("product-name", "Rounds");

/** The time zone whose calendar the business keeps. */
export const businessTimeZone = setting("business-time-zone", "Asia/Kolkata");
