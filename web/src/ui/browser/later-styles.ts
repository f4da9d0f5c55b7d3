let address: string | undefined;
let loaded: Promise<void> | undefined;

/** Says where the style of what is loaded later is. Until then there is none, as in a test of a component. */
export function styleLaterParts(href: string) {
  address = href;
}

/** Loads the style of all screens, once; the page may name it already. Rejects if it can't be fetched. */
export function laterStyles(): Promise<void> {
  if (!address) return Promise.resolve();
  loaded ??= load(address).catch((error) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

function load(href: string): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]");
  const named = [...links].find((link) => link.getAttribute("href") === href);
  if (named?.sheet) return Promise.resolve();
  named?.remove();
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error("The style of this part could not be fetched."));
    };
    // After the style of the first screens, which is in the body: of two classes for the same, the last one applies.
    document.body.append(link);
  });
}
