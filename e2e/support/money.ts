// Amounts as pages show them.

/** Cents of an amount with two decimals, such as "12.21"; anything else is a mistake. */
export function inMinorUnits(amount: string): number {
  const [, whole, cents] = /^(\d+)\.(\d\d)$/.exec(amount.trim()) ?? [];
  if (whole === undefined) throw new Error(`not an amount with two decimals: ${amount}`);
  return Number(whole) * 100 + Number(cents);
}
