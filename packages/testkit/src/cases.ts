/** The number of random cases of a test. A long run gives another number for all tests. */
export const cases = (usual: number): number => Number(process.env['PAIRSPACE_CASES'] ?? usual);
