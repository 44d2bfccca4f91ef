// Adds numbers as decimals, as the service does: 0.1 and 0.2 make 0.3. The result is rounded to a number of JavaScript.

/** A number as whole digits and a power of ten. */
function digitsOf(value: number): readonly [digits: bigint, exponent: number] {
  const [mantissa = '0', power = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return [BigInt(whole + fraction), Number(power) - fraction.length];
}

export function addDecimals(left: number, right: number): number {
  const [leftDigits, leftExponent] = digitsOf(left);
  const [rightDigits, rightExponent] = digitsOf(right);
  const exponent = Math.min(leftExponent, rightExponent);
  const scaled = (digits: bigint, from: number): bigint => digits * 10n ** BigInt(from - exponent);
  return Number(`${scaled(leftDigits, leftExponent) + scaled(rightDigits, rightExponent)}e${exponent}`);
}
