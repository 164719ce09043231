/** Style of trace.html; inline, since the page is one file that works offline. */
export const traceStyle = `
:root{color-scheme:light dark;--edge:#8884;--soft:#8882;--good:#2e7d4f;--bad:#c0392b;--part:#b7791f}
body{font:15px/1.5 system-ui,"Noto Sans CJK SC",sans-serif;max-width:980px;margin:0 auto;padding:24px}
header{position:sticky;z-index:1;top:0;background:Canvas;padding-bottom:8px;border-bottom:1px solid var(--edge)}
h1{font-size:20px;margin:0}header p{margin:2px 0 8px;opacity:.7}
.tools{display:flex;gap:8px}input,select,button{font:inherit;padding:4px 10px;border:1px solid var(--edge);border-radius:8px;background:Canvas;color:CanvasText}
.line{margin:10px 0;white-space:pre-wrap}.line b{text-transform:capitalize;opacity:.6;font-weight:600}.notice{opacity:.8}.run_end{font-weight:600}
time{font-variant-numeric:tabular-nums;opacity:.5;font-size:13px}
.step{border:1px solid var(--edge);border-left:4px solid var(--good);border-radius:8px;margin:8px 0;padding:6px 12px}
.step.error,.step.unanswered{border-left-color:var(--bad)}.step.partial{border-left-color:var(--part)}
summary{cursor:pointer;overflow-wrap:anywhere}.badge{font-size:12px;padding:1px 8px;border-radius:9px;background:var(--soft)}.ms{opacity:.5;font-size:13px}
dt{font-weight:600;margin-top:8px;opacity:.7}dd{margin:0}pre{margin:4px 0;padding:8px 10px;background:var(--soft);border-radius:8px;white-space:pre-wrap;overflow-wrap:anywhere;max-height:300px;overflow:auto}
img{display:block;max-width:100%;margin:8px 0;border:1px solid var(--edge);border-radius:8px}figure{position:relative;margin:8px 0;width:fit-content}.ring{position:absolute;width:26px;height:26px;margin:-15px 0 0 -15px;border:3px solid var(--bad);border-radius:50%;box-shadow:0 0 0 2px #fff8}[hidden]{display:none}
`.trim();

/** Behaviour of trace.html: search, filter, fold. */
export const traceScript = `
const steps=[...document.querySelectorAll('.step')],search=document.getElementById('search'),status=document.getElementById('status'),fold=document.getElementById('fold');
const show=()=>{const words=search.value.toLowerCase();for(const step of steps)step.hidden=!((!status.value||step.dataset.status===status.value)&&step.textContent.toLowerCase().includes(words))};
search.addEventListener('input',show);status.addEventListener('change',show);
fold.addEventListener('click',()=>{const open=steps.some((step)=>!step.open);for(const step of steps)step.open=open;fold.textContent=open?'Fold all':'Unfold all'});
`.trim();
