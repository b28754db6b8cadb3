"use strict";
(() => {
  const get = (id) => document.getElementById(id);
  const claims = [...document.querySelectorAll(".claim")];
  const sections = [...document.querySelectorAll(".paper")];
  const shown = () => claims.filter((claim) => !claim.hidden);

  function matches(claim) {
    const words = get("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const data = claim.dataset;
    const paper = claim.closest(".paper").dataset.paper;
    return words.every((word) => data.words.includes(word))
      && ["", paper].includes(get("paper").value)
      && ["", data.verdict].includes(get("verdict").value)
      && (!get("kind").value || data.kinds.split(" ").includes(get("kind").value))
      && (!get("wrong").checked || claim.classList.contains("wrong"));
  }

  function filter() {
    for (const claim of claims) claim.hidden = !matches(claim);
    for (const section of sections) {
      section.hidden = !section.querySelector(".claim:not([hidden])");
    }
    get("count").textContent = `${shown().length} of ${claims.length} claims`;
  }

  function move(by) {
    const list = shown();
    if (!list.length) return;
    const here = list.findIndex((claim) => claim.contains(document.activeElement));
    const next = here < 0 ? (by > 0 ? 0 : list.length - 1)
      : Math.min(list.length - 1, Math.max(0, here + by));
    list[next].querySelector("summary").focus();
  }

  function openTarget() {
    const target = get(decodeURIComponent(location.hash.slice(1)));
    if (!target || !target.classList.contains("claim")) return;
    if (target.hidden) { get("filters").reset(); filter(); }
    target.open = true;
    target.scrollIntoView();
    target.querySelector("summary").focus();
  }

  get("filters").addEventListener("input", filter);
  get("filters").addEventListener("submit", (event) => event.preventDefault());
  get("filters").addEventListener("reset", () => setTimeout(filter));
  get("open").addEventListener("click", () => {
    const list = shown();
    const open = list.some((claim) => !claim.open);
    for (const claim of list) claim.open = open;
    get("open").textContent = open ? "Close all" : "Open all";
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = ["INPUT", "SELECT"].includes(document.activeElement.tagName);
    if (event.key === "Escape" && typing) { document.activeElement.blur(); move(1); return; }
    if (typing) return;
    if (event.key === "/") { event.preventDefault(); get("search").focus(); }
    if (event.key === "j") move(1);
    if (event.key === "k") move(-1);
  });
  addEventListener("hashchange", openTarget);
  addEventListener("beforeprint", () => { for (const claim of shown()) claim.open = true; });
  filter();
  openTarget();
})();
