import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyInput } from './classify-input';
import { rank } from './levels';

/** What can't be taken back, as programs label it. */
const grave = [
  'Send', 'Send now', 'Send message', 'Send All', 'Reply All', 'Send to many', 'Delete', 'Delete…', 'Delete 3 items', 'Delete permanently', 'Permanently delete', 'Yes, delete', 'OK, send', 'Save & Send', 'Review and submit', 'Confirm and pay',
  'Remove account', 'Erase disk', 'Move to Trash', 'Move 3 items to Trash', 'Empty Trash', 'Discard changes', "Don't Save", 'Close without saving',
  'Pay', 'Pay $20.00', 'Pay now', 'Buy now', 'Purchase', 'Place order', 'Place your order', 'Complete purchase', 'Confirm order', 'Checkout', 'Donate', 'Transfer money', 'Withdraw', 'Book now', 'Cancel subscription', 'Cancel order', 'Subscribe', 'Unsubscribe',
  'Submit', 'Submit form', 'Post', 'Post comment', 'Publish', 'Publish changes', 'Share', 'Upload file', 'Install', 'Uninstall', 'I agree', 'Agree and install', 'Accept', 'Authorize', 'Allow', 'Factory reset', 'Reset', 'Shut down', 'Restart now', 'Log out', 'Deploy', 'Merge pull request', 'Force quit', 'Print', 'Print…', 'Enable macros', 'Delete account',
  '发送', '发送邮件', '立即发送', '群发', '删除', '彻底删除', '永久删除', '删除文件', '清空回收站', '格式化', '不保存', '放弃修改', '支付', '确认支付', '立即支付', '去付款', '立即购买', '提交订单', '下单', '结算', '转账', '确认转账', '提现', '充值', '打赏', '预订', '续费', '取消订单', '取消订阅', '订阅', '提交', '发布', '发帖', '发朋友圈', '分享', '上传', '安装', '卸载', '同意并继续', '授权', '撤销授权', '允许', '恢复出厂设置', '关机', '重启', '注销账号', '退出登录', '转发', '退群', '打印',
];

/** The same in other languages; the first ones are LibreOffice's own labels. */
const graveElsewhere = [
  'Nicht speichern', 'Drucken', 'Löschen', 'Alle löschen', 'Entfernen', 'Verwerfen', 'Senden', 'Makros aktivieren', 'Dokumente versenden', 'Installieren', 'Ja, alles löschen', 'Jetzt kaufen', 'Zahlungspflichtig bestellen', 'Ohne Speichern schließen', 'Papierkorb leeren', 'Zustimmen und weiter', 'Abo kündigen', 'Abmelden', 'Neu starten',
  'Ne pas enregistrer', 'Imprimer', 'Imprimer…', 'Supprimer', 'Tout supprimer', 'Abandonner', 'Envoyer', 'Activer les macros', 'Installer', 'Oui, supprimer', 'Payer maintenant', 'Acheter', 'Valider la commande', 'Vider la corbeille', 'J’accepte', 'S’abonner', 'Annuler la commande', 'Se déconnecter', 'Répondre à tous',
  'Не сохранять', 'Печать', 'Печать…', 'Удалить', 'Удалить все', 'Отклонить', 'Отправить', 'Включить макросы', 'Установить', 'Да, удалить', 'Оплатить', 'Купить', 'Оформить заказ', 'Очистить корзину', 'Принять', 'Отписаться', 'Опубликовать', 'Выйти из системы',
  'No guardar', 'Imprimir', 'Eliminar', 'Descartar', 'Enviar', 'Activar macros', 'Sí, eliminar', 'Pagar', 'Comprar ahora', 'Cerrar sesión', 'Não salvar', 'Não guardar', 'Excluir', 'Sim, excluir', 'Ativar macros', 'Finalizar compra', 'Non salvare', 'Stampa', 'Elimina', 'Invia', 'Scarta', 'Abilita macro', 'Sì, elimina', 'Acquista', 'Conferma ordine',
  '不儲存', '列印', '刪除', '傳送', '送出', '結帳', '重新启动', '保存しない', '印刷', '削除', 'すべて削除', '破棄', '送信', 'マクロを有効にする', '購入する', '注文を確定', '同意する', '저장 안 함', '인쇄', '삭제', '모두 삭제', '메일 보내기', '결제하기', '주문하기', '동의합니다', '매크로 사용',
];
const lightElsewhere = [
  'Abbrechen', 'Schließen', 'Nein', 'Hilfe', 'Fett', 'Kopieren', 'Druckvorschau', 'Druckbereich', 'Fenster teilen', 'Zeilen löschen', 'Spalten löschen', 'Dezimalstelle entfernen', 'Suchen und Ersetzen…', 'Rückgängig: Löschen', 'Absender', 'Gesendet', 'Zahlen', 'Firma', 'Fußzeile', 'Weiter nach hinten',
  'Annuler', 'Fermer', 'Non', 'Aide', 'Gras', 'Copier', 'Aperçu', 'Zone d’impression', 'Supprimer les lignes', 'Supprimer une décimale', 'Effacer', 'Envoyer à l’arrière', 'Rechercher et remplacer', 'Rétablir', 'Expéditeur', 'Poster',
  'Отмена', 'Закрыть', 'Нет', 'Справка', 'Копировать', 'Просмотр печати', 'Диапазон печати', 'Удалить строки', 'Установить масштаб', 'Найти и заменить', 'Отправленные', 'Отправитель',
  'Cancelar', 'Cerrar', 'Copiar', 'Eliminar filas', 'Enviados', 'Vista previa de impresión', 'Fechar', 'Eliminar linhas', 'Annulla', 'Chiudi', 'Elimina righe', 'Anteprima di stampa', 'Ordina', 'Ripristina',
  '預覽列印', '已傳送', '刪除列', '關閉', '取消(C)', '关闭(_C)…', '否(N)', '印刷プレビュー', '送信済みアイテム', '行の削除', 'キャンセル', '닫기', '취소', '인쇄 미리 보기', '맨 뒤로 보내기', '행 삭제', '보낸 편지함',
];
const savingElsewhere = [
  'Speichern', 'Speichern unter…', 'Kopie speichern unter…', 'Überschreiben', 'Ersetzen', 'Exportieren', 'Excel 2007–365-Format verwenden', 'ODF-Format verwenden', 'CSV-Format verwenden', 'Enregistrer', 'Enregistrer sous…', 'Écraser', 'Remplacer', 'Exporter', 'Utiliser le format Excel 2007–365', 'Utiliser le format ODF', 'Сохранить', 'Сохранить как…', 'Перезаписать', 'Заменить', 'Экспорт', 'Использовать формат Excel 2007–365', 'Использовать формат ODF',
  'Guardar', 'Guardar como…', 'Sobrescribir', 'Reemplazar', 'Salvar', 'Salvar como…', 'Substituir', 'Salva', 'Salva con nome…', 'Sovrascrivi', 'Sostituisci', '儲存', '另存新檔', '取代', '保存する', '名前を付けて保存', '上書き保存', '置換', '저장', '다른 이름으로 저장', '바꾸기', '내보내기',
];

/** What a document forgets with Undo, or that only leads somewhere. */
const light = [
  'Bold', 'Italic', 'Insert', 'Insert Row', 'Copy', 'Paste', 'Cut', 'Undo', 'Undo Delete', 'Redo', 'Find', 'View', 'Zoom In', 'Format', 'Styles', 'Sort', 'AutoFilter', 'Merge Cells', 'Wrap Text', 'Sender', 'Sent', 'Sent Items', 'Deleted Items', 'Recently Deleted', 'Payment method', 'Payments', 'Buyer', 'Submission date', 'Poster', 'Shared with me', 'Uploads', 'Installed', 'Printer settings', 'Print Preview', 'Print Range', 'Send to Back', 'Send Backward',
  'Delete Rows', 'Delete Columns', 'Delete Cells', 'Delete Contents', 'Remove Filter', 'Reset Zoom', 'Release notes', 'Back', 'Next', 'Help', 'Cancel', 'Close', 'Reply', 'Inbox', 'Drafts', 'Downloads', 'Home', 'Search', 'Menu', 'File', 'Edit', 'Tools', 'Window', 'Sheet 1', 'New', 'Open', 'Refresh',
  '加粗', '复制', '粘贴', '剪切', '撤销', '撤销删除', '重做', '查找', '插入', '格式', '排序', '合并单元格', '删除线', '删除行', '删除列', '删除单元格', '打印预览', '打印区域', '已发送', '已发送邮件', '已删除', '最近删除', '待付款', '未发送', '收件箱', '草稿箱', '帮助', '返回', '取消', '关闭', '下一步', '文件', '编辑', '工具', '搜索', '设置', '刷新',
];

const saving = ['Save', 'Save As…', 'Save a Copy', 'Save All', 'Overwrite', 'Replace', 'Replace All', 'Keep Current Format!', 'Use Word 2007–365 Format!', 'Export', '保存', '另存为', '覆盖', '替换', '保持当前格式', '导出', '使用 Excel 2007–365 格式!'];

const ways = [
  ['click'], ['double_click'], ['press'], ['key', ['enter']], ['key', ['Return']], ['key', ['kp_enter']], ['key', ['space']],
] as const;

const roles = ['push button', 'menu item', 'link', 'toggle button', 'button'];

function levelOf(name: string, role: string, [action, keys]: (typeof ways)[number]): string {
  return classifyInput({ action, ...(keys ? { keys: [...keys] } : {}), app: 'program', window: { title: 'Window', own: false, terminal: false, dialog: false }, target: { role, name, own: false, password: false } }).level;
}

function inDialog(title: string, name: string): string {
  return classifyInput({ action: 'press', app: 'soffice', window: { title, own: false, terminal: false, dialog: true }, target: { role: 'push button', name, own: false, password: false } }).level;
}

/** As toolkits write the same label: mnemonics, dots, shortcuts, case, wide letters, blanks. */
const dress: ((name: string) => string)[] = [
  (name) => name,
  (name) => `_${name}`,
  (name) => `&${name}`,
  (name) => `${name}…`,
  (name) => `${name}...`,
  (name) => `${name} (Ctrl+Enter)`,
  (name) => `${name}(S)`,
  (name) => name.toUpperCase(),
  (name) => name.toLowerCase(),
  (name) => `  ${name} `,
  (name) => [...name].map((letter) => (/[A-Za-z]/.test(letter) ? String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0) : letter)).join(''),
];

describe('names of targets', () => {
  it.each([...grave, ...graveElsewhere])('%s can not be taken back', (name) => {
    expect(levelOf(name, 'push button', ['click'])).toBe('consequential');
  });

  it.each([...light, ...lightElsewhere])('%s can', (name) => {
    expect(levelOf(name, 'push button', ['click'])).toBe('reversible');
  });

  it.each([...saving, ...savingElsewhere])('%s saves', (name) => {
    expect(levelOf(name, 'push button', ['click'])).toBe('risky');
  });

  it('however it is written, whatever acts, and however it is set off', () => {
    fc.assert(
      fc.property(fc.constantFrom(...grave, ...graveElsewhere), fc.constantFrom(...dress), fc.constantFrom(...roles), fc.constantFrom(...ways), (name, dressed, role, way) => {
        expect(levelOf(dressed(name), role, way)).toBe('consequential');
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['Speichern', 'Ja'], ['Speichern', 'OK'], ['Enregistrer', 'Oui'], ['Сохранить', 'Да'], ['保存', '是'], ['保存', '是(Y)'], ['导出文本文件', '确定(O)'], ['Сохранить', '_Да'], ['保存', 'はい(_Y)'], ['Guardar', 'Sí'], ['Salvar', 'Sim'], ['Salva', 'Sì'], ['保存', 'はい'], ['저장', '예'], ['Textdatei exportieren', 'OK'], ['Export de fichiers texte', 'OK'], ['Экспорт в текстовый файл', 'ОК'],
  ])('in a dialog "%s", %s saves', (title, name) => {
    expect(inDialog(title, name)).toBe('risky');
  });

  it.each([['Confirmer la suppression', 'Oui'], ['Löschen bestätigen', 'Ja'], ['Подтвердить удаление', 'Да'], ['Drucken', 'OK'], ['确认删除', '是(_Y)']])('in a dialog "%s", %s can not be taken back', (title, name) => {
    expect(inDialog(title, name)).toBe('consequential');
  });

  it.each([['Dokument in Benutzung', 'Öffnen', 'Schreibgeschützt öffnen'], ['Document en cours d’utilisation', 'Ouvrir', 'Ouvrir une copie'], ['Документ уже используется', 'Открыть', 'Открыть копию'], ['文档正在使用', '打开', '打开副本']])('what another person has open (%s) is asked about, unless it is left alone', (title, open, copy) => {
    expect([inDialog(title, open), inDialog(title, copy)]).toEqual(['risky', 'reversible']);
  });

  it('a button of a dialog in a script that no list knows is asked about', () => {
    expect(['Αποθήκευση', 'حذف', 'מחק', 'ลบ', 'हटाएँ'].map((name) => inDialog('…', name))).toEqual(Array(5).fill('risky'));
  });

  it('a line break typed on a focused button is the button', () => {
    fc.assert(
      fc.property(fc.constantFrom(...grave), fc.string(), (name, text) => {
        const level = classifyInput({ action: 'type', text: `${text}\n`, enters: true, app: 'program', window: { title: 'Window', own: false, terminal: false, dialog: false }, target: { role: 'push button', name, own: false, password: false } }).level;
        expect(level).toBe('consequential');
      }),
    );
  });

  it('a document that mentions them sets nothing off', () => {
    fc.assert(
      fc.property(fc.constantFrom(...grave), fc.constantFrom('paragraph', 'heading', 'table cell', 'document text'), (name, role) => {
        expect(levelOf(name, role, ['click'])).toBe('reversible');
      }),
    );
  });

  it('a password or a terminal is never judged lighter than asking, whatever the name', () => {
    fc.assert(
      fc.property(fc.constantFrom(...grave, ...light, ...saving, ''), fc.string({ minLength: 1 }), fc.boolean(), (name, text, password) => {
        const { level } = classifyInput({ action: 'type', text, app: 'xterm', window: { title: 'x', own: false, terminal: !password, dialog: false }, target: { role: 'text', name, own: false, password } });
        expect(rank(level)).toBeGreaterThanOrEqual(rank(password ? 'consequential' : 'risky'));
      }),
    );
  });

  it('our own window is forbidden to every action, whatever its target', () => {
    fc.assert(
      fc.property(fc.constantFrom(...grave, ...light), fc.constantFrom('click', 'press', 'type', 'key', 'scroll', 'move', 'drag', 'set_value', 'hold_key'), (name, action) => {
        expect(classifyInput({ action, text: 'x', app: 'deskwright', window: { title: 'x', own: true, terminal: false, dialog: false }, target: { role: 'push button', name, own: false, password: false } }).level).toBe('forbidden');
      }),
    );
  });
});
