/**
 * A program as people know it and as grants name it. LibreOffice's documents and its dialogs call
 * themselves by different names; a yes to saving in one means the other too.
 */
export function programName(app: string): string {
  return /^(soffice|libreoffice)$/i.test(app) ? 'LibreOffice' : app;
}
