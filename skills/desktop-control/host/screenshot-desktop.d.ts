/** The one function of `screenshot-desktop` that is used here; the package has no types of its own. */
declare module 'screenshot-desktop' {
  const screenshot: (options: { format: 'png' | 'jpg' }) => Promise<Buffer>;
  export default screenshot;
}
