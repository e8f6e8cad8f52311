// In a frame of another page, links open a new tab, unless a sandbox forbids it. That page may give the frame the height of
// this one: only the height is sent.
if (parent !== window) {
  new ResizeObserver(() => parent.postMessage({ height: document.documentElement.offsetHeight }, "*")).observe(document.body);
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a:not([download])");
    if (link && open(link.href)) event.preventDefault();
  });
}
