/// The style sheet and the script of the page; both stand in it, nothing is loaded.
enum PageStyle {
  /// Light and dark by the reader's setting; on paper black on white, everything unfolded.
  static let css = """
    :root{color-scheme:light dark;--paper:#fff;--ink:#1b1b1f;--faint:#5a5d66;--line:#d5d7de;\
    --soft:#f3f4f7;--a:#2563a8;--b:#b3541e;--c:#6b6f7a;--d:#2d7d46}
    @media(prefers-color-scheme:dark){:root{--paper:#16171a;--ink:#e8e8ec;--faint:#a9adb8;\
    --line:#3a3d45;--soft:#22242a;--a:#7db4f0;--b:#f0a070;--c:#9da1ad;--d:#7ccf95}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
    header,main,footer{max-width:72rem;margin:0 auto;padding:1rem}
    h1{font-size:1.6rem;margin:.2em 0}h2{font-size:1.2rem;margin:1.8em 0 .5em}
    .faint,caption{color:var(--faint)}caption{text-align:left;padding:.3em 0}
    .skip{position:absolute;left:-99em}.skip:focus{left:1rem;top:1rem;background:var(--paper);padding:.5em}
    nav ul{display:flex;flex-wrap:wrap;gap:.2em 1.2em;list-style:none;padding:0}a{color:var(--a)}
    :focus-visible{outline:3px solid var(--a);outline-offset:2px}
    .wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.92rem}
    th,td{text-align:left;padding:.3em .7em .3em 0;border-bottom:1px solid var(--line);vertical-align:top}
    th.n,td.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
    td code{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.95em}
    svg{max-width:100%;height:auto;display:block}svg text{fill:var(--ink);font:13px system-ui,sans-serif}
    .bar{fill:var(--a)}.bad{fill:var(--b)}.off{fill:var(--c)}.good{fill:var(--d)}
    .flow{fill-opacity:.35}.axis{stroke:var(--line);fill:none}
    form{display:flex;flex-wrap:wrap;gap:.8em;align-items:end;margin:.6em 0}
    label{display:flex;flex-direction:column;font-size:.85rem;color:var(--faint)}
    input,select,button{font:inherit;color:var(--ink);background:var(--soft);border:1px solid var(--line);\
    border-radius:.4em;padding:.35em .6em;min-width:9em}
    .outcome{display:inline-block;border-radius:1em;padding:.1em .8em;background:var(--soft);border:1px solid var(--line)}
    .refused{background:var(--b);color:var(--paper)}
    .phone{display:inline-block;width:15rem;background:var(--soft);border:1px solid var(--line);\
    border-radius:.8em;padding:.4em .8em}
    .phone b,.phone small{display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
    [hidden]{display:none}
    @media print{:root{--paper:#fff;--ink:#000;--line:#999;--soft:#fff}form,nav,.skip{display:none}\
    section{break-inside:avoid-page}details>*{display:block}}
    """

  /// Search and filters over the table of rejections: rows are hidden, never made.
  static let script = """
    'use strict';
    (function () {
      var form = document.getElementById('filter');
      if (!form) { return; }
      var rows = Array.prototype.slice.call(document.querySelectorAll('#rows tr'));
      var texts = rows.map(function (row) { return row.textContent.toLowerCase(); });
      var live = document.getElementById('shown');
      function apply() {
        var words = form.elements.search.value.toLowerCase().split(/\\s+/).filter(Boolean);
        var reason = form.elements.reason.value;
        var source = form.elements.source.value;
        var night = form.elements.night ? form.elements.night.value : '';
        var shown = 0;
        rows.forEach(function (row, index) {
          var fits = (!reason || row.dataset.reason === reason) &&
            (!source || row.dataset.source === source) &&
            (!night || row.dataset.night === night) &&
            words.every(function (word) { return texts[index].indexOf(word) >= 0; });
          row.hidden = !fits;
          if (fits) { shown += 1; }
        });
        live.textContent = shown + ' of ' + rows.length + ' rows shown';
      }
      form.addEventListener('input', apply);
      form.addEventListener('reset', function () { setTimeout(apply, 0); });
      form.addEventListener('submit', function (event) { event.preventDefault(); });
      apply();
    })();
    """
}
