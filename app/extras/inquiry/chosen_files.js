// A separate module, so that any page can check for chosen files without loading the form's code.

/** @type {File[]} */
export let documentFiles = []; // lost on a full page load, because drafts cannot store files

/** @param {File[]} files */
export const setDocumentFiles = (files) => {
  documentFiles = files;
};

export const hasFiles = () => documentFiles.length > 0;
