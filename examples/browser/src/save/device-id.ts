// The name of this device, by which its own sessions are known. It stays in the storage of the browser.

const storedUnder = 'device';

export function deviceId(): string {
  const known = localStorage.getItem(storedUnder);
  if (known !== null) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  const made = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  localStorage.setItem(storedUnder, made);
  return made;
}
