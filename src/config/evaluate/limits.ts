/** Longer chains of names are cycles (`const a = b, b = a`) or as good as one. */
export const maximumHops = 50;

/** What doubles with every name (`const b = a + a`) would not fit into memory. No option is as long as this. */
export const maximumSize = 20_000;

/** What is named twice at every step (`const b = [a, a]`, `const c = [b, b]`) would never be read to its end. */
export const maximumSteps = 200_000;
