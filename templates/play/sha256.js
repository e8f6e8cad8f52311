// SHA-256 (FIPS 180-4) of ASCII text: crypto.subtle does not exist on plain http.
function sha256(text) {
  const root = (n, power) => Math.floor((n ** (1 / power) % 1) * 2 ** 32);
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  const k = primes.map((p) => root(p, 3));
  let hash = primes.slice(0, 8).map((p) => root(p, 2));
  const bytes = [...text].map((c) => c.charCodeAt(0)).concat(0x80);
  while (bytes.length % 64 !== 56) bytes.push(0);
  for (let shift = 56; shift >= 0; shift -= 8) bytes.push(shift > 24 ? 0 : ((text.length * 8) >>> shift) & 255);
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  for (let at = 0; at < bytes.length; at += 64) {
    const w = [];
    for (let i = 0; i < 64; i++) {
      const b = at + 4 * i;
      if (i < 16) w[i] = (bytes[b] << 24) | (bytes[b + 1] << 16) | (bytes[b + 2] << 8) | bytes[b + 3];
      else {
        const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
        const s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
        w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
      }
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + k[i] + w[i]) | 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    hash = [a, b, c, d, e, f, g, h].map((x, i) => (x + hash[i]) | 0);
  }
  return hash.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}
