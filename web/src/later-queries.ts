/**
 * Queries in a module that comes later. Once it is here, they are given without `import`, for which a browser takes a
 * task of its own: the request would wait until the new screen is rendered.
 */
export function laterQueries<Queries>(load: () => Promise<Queries>): () => Promise<Queries> | Queries {
  let queries: Queries | undefined;
  const note = (loaded: Queries) => {
    queries = loaded;
    return loaded;
  };
  return () => queries ?? load().then(note);
}
