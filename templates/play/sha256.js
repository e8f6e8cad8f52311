// SHA-256 (FIPS 180-4) of ASCII text: crypto.subtle does not exist on plain http.
function sha256(text) {
  const root = (n, power) => (n ** (1 / power) * 2 ** 32) | 0; // the first bits of its fraction
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  const k = primes.map((p) => root(p, 3));
  let hash = primes.slice(0, 8).map((p) => root(p, 2));
  const { length } = text;
  const message = new Array(((length + 72) >> 6) * 16).fill(0); // in words
  for (let i = 0; i <= length; i++) message[i >> 2] |= (text.charCodeAt(i) || 128) << (24 - (i % 4) * 8);
  message[message.length - 1] = length * 8;
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  for (let at = 0; at < message.length; at += 16) {
    const w = message.slice(at, at + 16);
    for (let i = 16; i < 64; i++) {
      const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
    }
    let state = hash;
    for (let i = 0; i < 64; i++) {
      const [a, b, c, d, e, f, g, h] = state;
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + k[i] + w[i]) | 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      state = [(t1 + t2) | 0, a, b, c, (d + t1) | 0, e, f, g];
    }
    hash = state.map((x, i) => (x + hash[i]) | 0);
  }
  return hash.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}
