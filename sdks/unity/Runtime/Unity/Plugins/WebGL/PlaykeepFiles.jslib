// The files of a game in a browser are in memory. This writes them to the browser's own database, one writing at a time: calls
// that come during one are one more writing after it.
var PlaykeepFilesLibrary = {
  $PlaykeepFiles: {
    isWriting: false,
    isAsked: false,
    write: function () {
      PlaykeepFiles.isAsked = false;
      PlaykeepFiles.isWriting = true;
      FS.syncfs(false, function (failure) {
        PlaykeepFiles.isWriting = false;
        if (failure) console.warn('Playkeep: the browser keeps no files: ' + failure);
        if (PlaykeepFiles.isAsked) PlaykeepFiles.write();
      });
    },
  },

  PlaykeepWriteFiles: function () {
    if (PlaykeepFiles.isWriting) PlaykeepFiles.isAsked = true;
    else PlaykeepFiles.write();
  },
};

autoAddDeps(PlaykeepFilesLibrary, '$PlaykeepFiles');
mergeInto(LibraryManager.library, PlaykeepFilesLibrary);
