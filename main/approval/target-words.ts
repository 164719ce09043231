/**
 * What programs label buttons with in one language, by consequence, in lower case, with ss for ß and е for ё. An act
 * of `grave` can't be taken back, one of `saves` writes a file, `yes` agrees to whatever a dialog asks, `no` leaves
 * it undone. `leads` are words before the one that counts; German verbs stand `anywhere` in a label ("Alle löschen");
 * `harmless` begins like a grave one but only edits a document, or leads somewhere.
 */
export interface TargetWords {
  grave: readonly string[];
  saves: readonly string[];
  yes: readonly string[];
  no: readonly string[];
  leads?: readonly string[];
  anywhere?: boolean;
  harmless?: RegExp;
}

const german: TargetWords = {
  grave: [
    'senden', 'absenden', 'abschicken', 'verschicken', 'versenden', 'weiterleiten', 'allen antworten', 'löschen', 'entfernen', 'papierkorb leeren', 'verwerfen', 'nicht speichern', 'ohne speichern schliessen', 'bezahlen', 'jetzt zahlen', 'zahlungspflichtig', 'kaufen', 'bestellen', 'kasse', 'zur kasse', 'buchen', 'reservieren', 'überweisen', 'spenden', 'abonnieren', 'kündigen', 'stornieren', 'einreichen', 'übermitteln', 'veröffentlichen', 'posten', 'teilen', 'freigeben', 'hochladen',
    'installieren', 'deinstallieren', 'zustimmen', 'akzeptieren', 'annehmen', 'unterschreiben', 'unterzeichnen', 'signieren', 'autorisieren', 'erlauben', 'zulassen', 'gewähren', 'entsperren', 'zurücksetzen', 'widerrufen', 'sofort beenden', 'beenden erzwingen', 'herunterfahren', 'ausschalten', 'neu starten', 'neustart', 'abmelden', 'ausloggen', 'einladen', 'makros aktivieren', 'inhalte aktivieren', 'makro ausführen', 'drucken',
  ],
  saves: ['speichern', 'überschreiben', 'ersetzen', 'exportieren', 'format beibehalten', 'format verwenden', 'ordner zusammenführen'],
  yes: ['ja', 'ja alle', 'übernehmen', 'anwenden', 'bestätigen', 'weiter', 'fortfahren', 'fortsetzen', 'fertig'],
  no: ['abbrechen', 'schliessen', 'nein', 'zurück', 'hilfe'],
  leads: ['ja', 'jetzt', 'und', 'trotzdem', 'endgültig', 'kostenpflichtig', 'verbindlich', 'speichern', 'alle', 'alles'],
  anywhere: true,
  harmless: /^(druckvorschau|druckbereich.*|versionshinweise|(fenster|zellen?|spalten?|zeilen?|tabellen?|ansicht|gleichmäßig) teilen|(weiter )?nach hinten.*|suchen (und )?ersetzen|(ganze )?(tabellen)?(zeilen?|spalten?|zellen?|inhalte?|zelleninhalte|seitenumbr[uü]che?|zeilenumbruch|spaltenumbruch|formatierung|direkte formatierung|hyperlink|duplikate|filter|gliederung|dezimalstelle) (löschen|entfernen)|(ansicht|zoom|filter|folie) zurücksetzen|(rückgängig|wiederherstellen) .*)$/,
};

const french: TargetWords = {
  grave: [
    'envoyer', 'transférer', 'répondre à tous', 'supprimer', 'suppression', 'confirmer la suppression', 'effacer les données', 'effacer le disque', 'effacer définitivement', 'retirer', 'enlever', 'vider', 'mettre à la corbeille', 'déplacer vers la corbeille', 'abandonner', 'ne pas enregistrer', 'ne pas sauvegarder', 'fermer sans enregistrer', 'quitter sans enregistrer', 'ignorer les modifications', 'payer', 'acheter', 'commander', 'passer la commande', 'passer commande', 'valider la commande', 'valider le paiement', 'confirmer la commande', 'confirmer le paiement', 'confirmer l\'achat', 'réserver', 'virer', 'faire un virement', 'faire un don', 's\'abonner', 'se désabonner', 'résilier', 'annuler la commande', 'annuler l\'abonnement', 'annuler la réservation', 'soumettre', 'publier', 'partager', 'téléverser', 'mettre en ligne',
    'installer', 'désinstaller', 'mettre à niveau', 'accepter', 'j\'accepte', 'signer', 'autoriser', 'accorder', 'déverrouiller', 'réinitialiser', 'rétablir les paramètres', 'révoquer', 'forcer à quitter', 'forcer l\'arrêt', 'éteindre', 'redémarrer', 'se déconnecter', 'déconnexion', 'inviter', 'activer les macros', 'activer le contenu', 'exécuter la macro', 'imprimer',
  ],
  saves: ['enregistrer', 'sauvegarder', 'écraser', 'remplacer', 'exporter', 'export', 'utiliser le format', 'conserver le format', 'fusionner les dossiers'],
  yes: ['oui', 'oui pour tout', 'valider', 'appliquer', 'confirmer', 'continuer', 'terminer', 'd\'accord'],
  no: ['annuler', 'fermer', 'non', 'retour', 'précédent', 'aide'],
  leads: ['oui', 'tout', 'et', 'quand même', 'définitivement', 'enregistrer', 'continuer', 'maintenant'],
  harmless: /^(envoyer (à|vers) l'(arri[eè]re|avant).*|(supprimer|effacer) ((l[ae]s?|des|une?|l'|du|le) ?)?(lignes?|colonnes?|cellules?|contenus?|sauts?|formatage|mise en forme|hyperlien|filtre|doublons|plan|décimale).*|réinitialiser (le zoom|la vue|le filtre|la diapo)|(annuler|rétablir) ?: .*)$/,
};

const russian: TargetWords = {
  grave: [
    'отправить', 'послать', 'переслать', 'ответить всем', 'удалить', 'удаление', 'подтвердить удаление', 'подтверждение удаления', 'стереть', 'убрать', 'очистить корзину', 'переместить в корзину', 'отклонить', 'отбросить', 'отменить изменения', 'не сохранять', 'закрыть без сохранения', 'закрыть не сохраняя', 'оплатить', 'заплатить', 'купить', 'заказать', 'оформить заказ', 'подтвердить заказ', 'подтвердить оплату', 'подтвердить покупку', 'забронировать', 'перевести деньги', 'перевести средства', 'пожертвовать', 'сделать пожертвование', 'подписаться', 'отписаться', 'отменить заказ', 'отменить подписку', 'отменить бронирование', 'опубликовать', 'поделиться', 'выгрузить', 'загрузить на',
    'установить', 'принять', 'принимаю', 'согласен', 'согласна', 'соглашаюсь', 'согласиться', 'подписать', 'авторизовать', 'разрешить', 'предоставить доступ', 'открыть доступ', 'разблокировать', 'сбросить', 'сброс', 'отозвать', 'завершить процесс', 'завершить принудительно', 'снять задачу', 'выключить', 'завершение работы', 'перезагрузить', 'перезапустить', 'перезапуск', 'выйти из системы', 'выйти из аккаунта', 'выйти из учетной', 'пригласить', 'включить макросы', 'выполнить макрос', 'печать', 'печатать', 'напечатать', 'распечатать',
  ],
  saves: ['сохранить', 'сохранение', 'записать', 'заменить', 'перезаписать', 'экспорт', 'экспортировать', 'использовать формат', 'сохранять формат'],
  yes: ['да', 'да для всех', 'ок', 'применить', 'подтвердить', 'продолжить', 'далее', 'готово'],
  no: ['отмена', 'отменить', 'закрыть', 'нет', 'назад', 'справка'],
  leads: ['да', 'все', 'и', 'равно', 'навсегда', 'сохранить'],
  harmless: /^(печать (диапазона|области)|(удалить|убрать) (строк[аиу]?|столб(ец|цы)|ячейк[аиу]|содержимое|разрыв.*|форматирование|гиперссылку|фильтр|дубликаты|структуру|десятичный разряд)|сбросить (масштаб|вид|фильтр)|установить (стил|свойств|относительн|точк|язык|номер|масштаб|значени|ширин|высот|размер|отступ|пол[яе]|цвет|шрифт|границ|интервал|начал).*|(отменить|вернуть) ?: .*)$/,
};

const spanish: TargetWords = {
  grave: [
    'enviar', 'reenviar', 'responder a todos', 'eliminar', 'confirmar eliminación', 'borrar', 'suprimir', 'quitar', 'vaciar', 'mover a la papelera', 'descartar', 'no guardar', 'cerrar sin guardar', 'pagar', 'comprar', 'realizar pedido', 'hacer pedido', 'finalizar compra', 'confirmar pedido', 'confirmar compra', 'confirmar pago', 'reservar', 'transferir', 'donar', 'suscribirse', 'darse de baja', 'cancelar pedido', 'cancelar suscripción', 'cancelar reserva', 'publicar', 'compartir', 'subir archivo', 'subir archivos',
    'instalar', 'desinstalar', 'acepto', 'aceptar y', 'aceptar todo', 'firmar', 'autorizar', 'permitir', 'conceder', 'desbloquear', 'restablecer', 'revocar', 'forzar', 'apagar', 'reiniciar', 'cerrar sesión', 'invitar', 'activar macros', 'activar las macros', 'habilitar macros', 'ejecutar macro', 'imprimir',
  ],
  saves: ['guardar', 'sobrescribir', 'sobreescribir', 'reemplazar', 'sustituir', 'exportar', 'usar el formato', 'utilizar el formato', 'mantener el formato', 'conservar el formato'],
  yes: ['sí', 'si', 'sí a todo', 'aceptar', 'aplicar', 'confirmar', 'continuar', 'finalizar', 'listo', 'de acuerdo'],
  no: ['cancelar', 'cerrar', 'no', 'atrás', 'volver', 'ayuda'],
  leads: ['sí', 'si', 'y', 'ahora', 'guardar', 'aceptar', 'continuar', 'todos', 'todo'],
  harmless: /^(enviar (al fondo|atrás|hacia atrás)|(eliminar|borrar|quitar) (las? |los? |el )?(filas?|columnas?|celdas?|contenidos?|salto.*|formato.*|hiperenlace|filtro|duplicados|decimal)|(deshacer|rehacer) ?: .*)$/,
};

const portuguese: TargetWords = {
  grave: [
    'enviar', 'reencaminhar', 'encaminhar', 'responder a todos', 'eliminar', 'excluir', 'confirmar exclusão', 'confirmar eliminação', 'apagar', 'remover', 'esvaziar', 'mover para o lixo', 'mover para a lixeira', 'descartar', 'não salvar', 'não guardar', 'não gravar', 'fechar sem', 'pagar', 'comprar', 'finalizar compra', 'fazer pedido', 'encomendar', 'confirmar pedido', 'confirmar compra', 'confirmar pagamento', 'reservar', 'transferir', 'doar', 'assinar', 'subscrever', 'cancelar pedido', 'cancelar assinatura', 'cancelar subscrição', 'cancelar reserva', 'submeter', 'publicar', 'postar', 'partilhar', 'compartilhar', 'fazer upload',
    'instalar', 'desinstalar', 'aceitar', 'aceito', 'concordo', 'autorizar', 'permitir', 'conceder', 'desbloquear', 'redefinir', 'repor', 'revogar', 'forçar', 'desligar', 'reiniciar', 'terminar sessão', 'encerrar sessão', 'sair da conta', 'convidar', 'ativar macros', 'habilitar macros', 'executar macro', 'imprimir',
  ],
  saves: ['salvar', 'guardar', 'gravar', 'substituir', 'sobrescrever', 'sobrepor', 'exportar', 'usar o formato', 'utilizar o formato', 'usar formato', 'manter o formato'],
  yes: ['sim', 'sim para todos', 'aplicar', 'confirmar', 'continuar', 'concluir', 'pronto', 'feito'],
  no: ['cancelar', 'fechar', 'não', 'voltar', 'anterior', 'ajuda'],
  leads: ['sim', 'e', 'agora', 'salvar', 'guardar', 'continuar', 'tudo', 'todos'],
  harmless: /^(enviar para trás|(eliminar|excluir|apagar|remover) (as? |os? )?(linhas?|colunas?|células?|conteúdos?|quebra.*|formatação.*|hiperligação|filtro|duplicados|decimal)|(desfazer|refazer|anular) ?: .*)$/,
};

const italian: TargetWords = {
  grave: [
    'invia', 'inviare', 'spedisci', 'inoltra', 'rispondi a tutti', 'elimina', 'eliminare', 'conferma eliminazione', 'cancella', 'rimuovi', 'svuota', 'sposta nel cestino', 'scarta', 'non salvare', 'chiudi senza salvare', 'paga', 'acquista', 'compra', 'effettua ordine', 'ordina ora', 'conferma ordine', 'conferma acquisto', 'conferma pagamento', 'procedi all\'acquisto', 'prenota', 'trasferisci', 'dona', 'abbonati', 'iscriviti', 'disdici', 'annulla ordine', 'annulla abbonamento', 'annulla prenotazione', 'pubblica', 'condividi', 'carica file',
    'installa', 'disinstalla', 'accetta', 'accetto', 'acconsento', 'firma documento', 'firma il', 'firma ora', 'autorizza', 'consenti', 'concedi', 'sblocca', 'reimposta', 'revoca', 'termina processo', 'forza', 'spegni', 'riavvia', 'disconnetti', 'invita', 'attiva macro', 'attiva le macro', 'abilita macro', 'abilita le macro', 'esegui macro', 'stampa',
  ],
  saves: ['salva', 'salvare', 'sovrascrivi', 'sostituisci', 'esporta', 'usa il formato', 'usa formato', 'mantieni il formato', 'mantieni formato'],
  yes: ['sì', 'si', 'sì a tutti', 'sì tutti', 'applica', 'conferma', 'continua', 'fine', 'fatto', 'va bene'],
  no: ['annulla', 'chiudi', 'no', 'indietro', 'guida', 'aiuto'],
  leads: ['sì', 'si', 'e', 'ora', 'salva', 'continua', 'tutti', 'tutto'],
  harmless: /^((elimina|cancella|rimuovi) (le |i |il |l')?(righe|riga|colonne|colonna|celle|cella|contenuti?|interruzione.*|formattazione.*|collegamento|filtro|duplicati|decimale)|stampa (anteprima|unione)|(annulla|ripristina) ?: .*)$/,
};

/** Languages whose words are parted by blanks. */
export const spacedLanguages: readonly TargetWords[] = [german, french, russian, spanish, portuguese, italian];

/** Written without blanks, or with endings that stick: these may be any part of a label; after a blank only the beginning of a word. */
export const joinedLanguages: readonly TargetWords[] = [
  {
    grave: ['傳送', '寄出', '轉寄', '送出', '刪除', '移除', '捨棄', '捨弃', '不儲存', '付款', '購買', '下單', '結帳', '轉帳', '預訂', '訂閱', '發佈', '發布', '張貼', '分享', '上傳', '安裝', '接受', '授權', '允許', '解鎖', '重設', '關機', '重新啟動', '登出', '邀請', '啟用巨集', '列印'],
    saves: ['儲存', '另存', '覆寫', '取代', '匯出'],
    yes: ['確定', '確認', '繼續', '套用'],
    no: ['關閉', '說明'],
    harmless: /^(預覽列印|列印(預覽|範圍)|刪除(線|列|欄|儲存格|內容|超連結|格式)|(已|最近|未|待)(傳送|刪除|發佈|付款|安裝).*)$/,
  },
  {
    grave: ['送信', '転送', '全員に返信', '削除', '消去', '取り除', 'ゴミ箱', 'ごみ箱', '破棄', '保存しない', '保存せず', '支払', '購入', '注文', '予約', '振込', '送金', '寄付', '購読', '解約', '登録解除', '投稿', '公開', '共有', 'アップロード', 'インストール', '同意', '承諾', '承認', '署名', '許可', 'ロック解除', 'リセット', '初期化', '強制終了', 'シャットダウン', '電源を切', '再起動', 'ログアウト', 'サインアウト', '招待', 'マクロを有効', 'コンテンツの有効化', 'マクロの実行', '印刷'],
    saves: ['保存', '上書き', '置換', '置き換え', 'エクスポート', '形式を使用', '形式を維持'],
    yes: ['はい', 'すべてはい', '適用', '続行', '確認', '完了'],
    no: ['キャンセル', '閉じる', 'いいえ', '戻る', 'ヘルプ'],
    harmless: /^(印刷(プレビュー|範囲.*)|(行|列|セル|内容|改ページ|書式|ハイパーリンク|フィルター)(の|を)?(削除|消去)|(送信|削除|公開|インストール|共有)済.*|ゴミ箱|(元に戻す|やり直し) ?:? .*)$/,
  },
  {
    grave: [' 보내기', '전송', '발송', '전달', '전체 답장', '삭제', '제거', '휴지통 비우기', '휴지통으로', '버리기', '저장 안', '저장하지', '결제', '구매', '구입', '주문', '예약', '송금', '이체', '기부', '구독', '해지', '제출', '게시', '발행', '공유', '업로드', '설치', '동의', '수락', '서명', '승인', '허용', '잠금 해제', '초기화', '재설정', '강제 종료', '시스템 종료', '전원 끄기', '다시 시작', '로그아웃', '초대', '매크로 사용', '매크로 실행', '인쇄'],
    saves: ['저장', '덮어쓰기', '덮어 쓰기', '바꾸기', '내보내기', '서식 사용', '형식 사용', '형식 유지'],
    yes: ['예', '모두 예', '확인', '적용', '계속', '완료'],
    no: ['취소', '닫기', '아니요', '아니오', '뒤로', '도움말'],
    harmless: /^((맨 )?뒤로 보내기|인쇄 (미리 ?보기|범위.*)|(행|열|셀|내용|페이지 나누기|서식|하이퍼링크|필터) (삭제|제거)|(보낸|삭제된|설치된|공유된) .*|(실행 취소|다시 실행) ?:? .*)$/,
  },
];
