using System;
using System.Threading.Tasks;
using Playkeep;
using Playkeep.Unity;
using UnityEngine;

/// <summary>
/// A whole small game: a button earns a coin. The coins are on the device at once, and reach the service when there is a network.
/// Set the player and the token in the inspector, press Play, earn coins, stop the service, and earn more.
/// </summary>
public sealed class SavingGame : MonoBehaviour
{
    [SerializeField]
    [Tooltip("The player, as the token names them.")]
    private string _player = "ann";

    [SerializeField]
    [TextArea]
    [Tooltip("The token that `npx playkeep token ann` prints. A real game asks its own sign-in.")]
    private string _token = "";

    private Save _save;
    private string _message = "Opening the save ...";

    private async void Start()
    {
        try
        {
            var playkeep = PlaykeepBehaviour.Instance;

            // A scene that is loaded again finds the player signed in.
            if (!playkeep.IsSignedIn)
                playkeep.SignIn(_ => Task.FromResult(_token), _player);

            // The save opens from the device, also without a network. `Initial` is for a player who has none yet. With `Live`,
            // coins that a server grants are there within a second.
            var save = await playkeep.OpenSaveAsync(
                new SaveOptions { Initial = JsonValue.Object(("coins", 0)), Live = true }
            );

            // The object may be gone, since opening took a moment.
            if (this == null)
                return;
            _save = save;

            // Events come on the main thread. Here they may touch any object of the game.
            _save.StatusChanged += OnStatus;
            _message = _save.IsDurable
                ? TextOf(_save.Status, _save.Error)
                : "This device keeps nothing: " + _save.StorageError?.Message;
        }
        catch (Exception failure)
        {
            _message = failure.Message;
            Debug.LogException(failure, this);
        }
    }

    private void OnDestroy()
    {
        // The save outlives the scene, so it must not call this object any more.
        if (_save != null)
            _save.StatusChanged -= OnStatus;
    }

    private void OnStatus(object sender, SaveStatusEventArgs told) => _message = TextOf(told.Status, told.Error);

    private static string TextOf(SaveStatus status, PlaykeepException error)
    {
        switch (status)
        {
            case SaveStatus.Saved:
                return "Saved.";
            case SaveStatus.Saving:
                return "Saving ...";
            case SaveStatus.Waiting:
                // Nothing is to be done: it goes on by itself.
                return "Kept on this device. It is sent when there is a network.";
            default:
                return "Blocked: " + error?.Message;
        }
    }

    private async void Earn()
    {
        try
        {
            // An addition adds up with the additions of the player's other devices.
            await _save.IncrementAsync("/coins", 1);
        }
        catch (PlaykeepException failure)
        {
            _message = failure.Message;
        }
    }

    private void OnGUI()
    {
        GUILayout.BeginArea(new Rect(20, 20, 480, 240));
        GUILayout.Label(_message);
        if (_save != null)
        {
            // `Data` has every change at once. It is a value, so reading it costs nothing and never waits.
            GUILayout.Label("Coins: " + _save.Data["coins"]);
            if (GUILayout.Button("Earn a coin"))
                Earn();
        }
        GUILayout.EndArea();
    }
}
