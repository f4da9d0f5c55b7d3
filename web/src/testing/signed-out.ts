// Signs nobody in for a whole file of tests, which imports this before anything that renders screens.
localStorage.setItem("test-signed-out", "yes");

export {};
